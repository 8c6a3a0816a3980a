"""What every reader of files needs: plain names, encodings, packed files that can't grow, and readers in a process apart."""
