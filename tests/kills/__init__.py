"""What is written survives: processes that are killed, full disks, whatever happens at whatever byte."""
