-- Connections of devices are kept for thirteen months, as presence is, and nobody changes or deletes a younger one.
create index device_events_created on device_events (created_at)
--;
drop trigger device_events_append_only on device_events
--;
create trigger device_events_append_only before update on device_events
  for each row execute function refuse_change()
--;
-- A day less than the 396 that a console keeps them, so that its clock need not be that of the database.
create trigger device_events_kept before delete on device_events
  for each row when (old.created_at > now() - interval '395 days') execute function refuse_change()
--;
-- How many new events a device told on the last day (UTC) that it told any.
alter table device_beats add column events_day date, add column events_kept integer not null default 0
