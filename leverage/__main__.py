"""`python -m leverage`."""

from leverage.cli import main

raise SystemExit(main())
