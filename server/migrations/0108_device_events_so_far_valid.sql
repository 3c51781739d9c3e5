-- without a transaction
-- Reads every row while others write, so that the next file need not. It can be run again.
-- squawk-ignore prefer-robust-stmts
alter table device_events validate constraint device_events_so_far
