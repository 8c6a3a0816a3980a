"""What watches over deals, tested apart from the store where time is all that matters."""
