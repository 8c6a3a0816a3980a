"""A store's memory taken from its folder to a server, or back: copied, compared word for word, and only then given up."""

from leverage.transfer.marks import refuse_moved
from leverage.transfer.moving import Moved, to_folder, to_server

__all__ = ["Moved", "refuse_moved", "to_folder", "to_server"]
