-- What a device tells late stands on its timeline at its own time.
drop index device_events_device
--;
drop index device_events_type
--;
create index device_events_device on device_events (device_id, created_at, seq)
--;
create index device_events_type on device_events (device_id, type, created_at, seq)
