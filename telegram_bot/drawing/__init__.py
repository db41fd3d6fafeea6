"""The table as a picture: where things lie, and how they look, on the web and in the chat."""
