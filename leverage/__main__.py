"""`python -m leverage`."""

from leverage import logs
from leverage.cli import main

logs.set_up_terminal()
raise SystemExit(main())
