-- What a device does is not audited: open consoles learn of it by this.
create trigger device_events_changed after insert on device_events
  for each statement execute function count_changes('device-events')
