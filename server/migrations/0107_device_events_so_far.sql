-- The connections of devices are kept in months (decision 064). Those so far become one partition, which ends one to two
-- months from now: the version before, which serves meanwhile, writes into it.
do $$
declare
  ends timestamptz;
begin
  select (date_trunc('month', greatest(now(), max(created_at)) at time zone 'UTC') + interval '2 months') at time zone 'UTC'
    into ends from device_events;
  execute format('alter table device_events add constraint device_events_so_far check (created_at < %L) not valid', ends);
end
$$
