"""Messages in which people of one side tell each other of a deal: what one asks and another answers is one statement."""
