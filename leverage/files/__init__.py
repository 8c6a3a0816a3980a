"""What every reader of files needs: encodings, packed files that can't grow, and readers in a process of their own."""
