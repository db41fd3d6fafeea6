"""The database: the embedded server, its address, the migrations."""
