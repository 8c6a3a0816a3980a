"""What a note may say of a deal, field by field: each rule finds candidates, every one with the words that say so."""
