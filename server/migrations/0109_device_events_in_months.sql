-- The table so far becomes the first partition: no row is read or moved. Statements of the version before mean the new
-- table, which has the same name and columns.
-- squawk-ignore renaming-table
alter table device_events rename to device_events_so_far
--;
alter index device_events_pkey rename to device_events_so_far_pkey
--;
alter index device_events_device rename to device_events_so_far_device
--;
alter index device_events_created rename to device_events_so_far_created
--;
alter index device_events_type rename to device_events_so_far_type
--;
alter index device_events_once rename to device_events_so_far_once
--;
drop trigger device_events_append_only on device_events_so_far
--;
drop trigger device_events_kept on device_events_so_far
--;
drop trigger device_events_no_truncate on device_events_so_far
--;
drop trigger device_events_changed on device_events_so_far
--;
-- Without a key over all months, since it would have to hold `created_at`: each month has its own.
create table device_events (
  like device_events_so_far including defaults,
  constraint device_events_type_check check (type in ('connected', 'disconnected')),
  constraint device_events_device_id_fkey foreign key (device_id) references devices (id)
) partition by range (created_at)
--;
-- The former version writes on until it ends, before the start that replaces it grants its rights.
do $$
declare
  given record;
begin
  for given in select grantee::regrole as role, privilege_type as what from pg_class, aclexplode(relacl)
    where oid = 'device_events_so_far'::regclass and grantee <> 0 and grantee <> relowner loop
    execute format('grant %s on device_events to %s', given.what, given.role);
  end loop;
end
$$
--;
create index device_events_device on device_events (device_id, created_at, seq)
--;
create index device_events_created on device_events (created_at)
--;
create index device_events_type on device_events (device_id, type, created_at, seq)
--;
create trigger device_events_append_only before update on device_events
  for each row execute function refuse_change()
--;
create trigger device_events_kept before delete on device_events
  for each row when (old.created_at > now() - interval '395 days') execute function refuse_change()
--;
create trigger device_events_no_truncate before truncate on device_events
  for each statement execute function refuse_change()
--;
create trigger device_events_changed after insert on device_events
  for each statement execute function count_changes('device-events')
--;
do $$
declare
  ends text := (select substring(pg_get_constraintdef(oid) from '''(.+)''') from pg_constraint
    where conrelid = 'device_events_so_far'::regclass and conname = 'device_events_so_far');
begin
  execute format('alter table device_events attach partition device_events_so_far for values from (minvalue) to (%L)', ends);
end
$$
--;
alter table device_events_so_far drop constraint device_events_so_far
--;
-- What no month takes: of a clock that is far ahead, or where nobody could make the months in time.
create table device_events_other partition of device_events (primary key (id)) default
--;
create unique index device_events_other_once on device_events_other (device_id, event_id) where event_id is not null
--;
create function device_event_parts() returns table (part regclass, ends timestamptz) language sql stable as $$
  select c.oid::regclass, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''(.+)''\)')::timestamptz
  from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'public.device_events'::regclass
$$
--;
-- Whoever serves owns no table (decision 018), so these two do what its job needs and nothing else. Of a month whose rows
-- already lie in device_events_other, they all do.
create function add_device_event_months() returns void language plpgsql security definer
  set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '300ms' as $$
declare
  month timestamptz;
  name text;
begin
  for month in
    select generate_series((select max(ends) from device_event_parts()), now() + interval '2 months', interval '1 month')
  loop
    continue when exists (
      select from device_events_other where created_at >= month and created_at < month + interval '1 month');
    name := 'device_events_' || to_char(month, 'YYYY_MM');
    execute format('create table %I (like device_events including all, primary key (id))', name);
    execute format('create unique index on %I (device_id, event_id) where event_id is not null', name);
    execute format('alter table device_events attach partition %I for values from (%L) to (%L)', name, month,
      month + interval '1 month');
  end loop;
end
$$
--;
create function drop_device_event_months(before timestamptz) returns void language plpgsql security definer
  set search_path = public, pg_temp set lock_timeout = '300ms' as $$
declare
  old regclass;
begin
  -- As the trigger does: a day less than the 396 that a console keeps them.
  for old in select part from device_event_parts() where ends <= least(before, now() - interval '395 days') loop
    execute format('drop table %s', old);
  end loop;
end
$$
