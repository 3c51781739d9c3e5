create table devices (
  id uuid primary key,
  device_id text not null,
  app_stream text not null check (app_stream in ('DEENKIOSK', 'DEENSCREEN')),
  mac_address text not null,
  price integer not null check (price > 0),
  status text not null check (status in ('Available', 'Unavailable', 'Defective', 'Lost', 'Locked', 'Active', 'Shipped', 'Pending')),
  name text not null default '',
  details text not null default '',
  image_media_id uuid references media (id),
  image_name text not null default '',
  image_size integer not null default 0,
  revenue bigint not null default 0,
  organization_id uuid references organizations (id),
  organization_name text not null default '',
  assigned_at timestamptz(3),
  assigned_by text not null default '',
  key_hash text not null,
  key_issued_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  search text generated always as (
    ' ' || lower(device_id || ' ' || mac_address || ' ' || replace(mac_address, ':', '-') || ' ' || replace(mac_address, ':', '')
      || ' ' || name || ' ' || organization_name)
  ) stored,
  version integer not null default 1
)
--;
-- A device id is never given twice; a MAC address is free again when its device was deleted.
create unique index devices_device_id on devices (device_id)
--;
create unique index devices_mac_address on devices (mac_address) where deleted_at is null
--;
create unique index devices_key on devices (key_hash)
--;
create index devices_created on devices (created_at, id) where deleted_at is null
--;
create index devices_name on devices (name, id) where deleted_at is null
--;
create index devices_price on devices (price, id) where deleted_at is null
--;
create index devices_stream_created on devices (app_stream, created_at, id) where deleted_at is null
--;
create index devices_status_created on devices (status, created_at, id) where deleted_at is null
--;
create index devices_search on devices using gin (search gin_trgm_ops) where deleted_at is null
--;
create index devices_organization on devices (organization_id, device_id) where organization_id is not null
--;
create index devices_free on devices (app_stream, device_id) where organization_id is null and deleted_at is null
--;
create index devices_image on devices (image_media_id) where image_media_id is not null
--;
-- What a beat writes lies apart in narrow rows with room beside them. No column that changes with every beat is indexed:
-- then the new row stays on its page and no index is touched.
create table device_beats (
  device_id uuid primary key references devices (id),
  last_beat_at timestamptz(3),
  seen_hour timestamptz(3),
  connected boolean not null default false,
  connected_on timestamptz(3),
  last_event_at timestamptz(3),
  ip text not null default '',
  country text not null default '',
  city text not null default '',
  browser text not null default '',
  os text not null default '',
  lat double precision,
  long double precision
) with (fillfactor = 50)
--;
-- The hour of the last beat changes once an hour and serves the list: who was not seen for days, and in which order.
create index device_beats_seen on device_beats (seen_hour nulls first, device_id)
--;
-- One row for a device and a day, with the beats of its 24 hours (UTC).
create table device_presence (
  day date not null,
  device_id uuid not null references devices (id),
  beats smallint[] not null,
  primary key (day, device_id)
) with (fillfactor = 70)
--;
create sequence device_events_seq
--;
create table device_events (
  id uuid primary key,
  seq bigint not null default nextval('device_events_seq'),
  device_id uuid not null references devices (id),
  type text not null check (type in ('connected', 'disconnected')),
  created_at timestamptz(3) not null,
  ip text not null,
  country text not null,
  city text not null,
  browser text not null,
  os text not null,
  lat double precision,
  long double precision,
  last_active timestamptz(3),
  event_id text
)
--;
create index device_events_device on device_events (device_id, seq)
--;
create index device_events_type on device_events (device_id, type, seq)
--;
create unique index device_events_once on device_events (device_id, event_id) where event_id is not null
--;
create trigger device_events_append_only before update or delete on device_events
  for each row execute function refuse_change()
--;
create trigger device_events_no_truncate before truncate on device_events
  for each statement execute function refuse_change()
--;
create function count_devices() returns trigger language plpgsql as $$
declare
  by_status jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_object_agg(status, n) into by_status from (
      select status, count(*) n from after_rows where deleted_at is null group by status) s;
  elsif tg_op = 'DELETE' then
    select jsonb_object_agg(status, -n) into by_status from (
      select status, count(*) n from before_rows where deleted_at is null group by status) s;
  else
    select jsonb_object_agg(status, n) into by_status from (
      select status, sum(n) n from (
        select status, 1 n from after_rows where deleted_at is null union all
        select status, -1 from before_rows where deleted_at is null) u group by status) s;
  end if;
  perform add_to_list_counts('devices', coalesce(by_status, '{}'));
  return null;
end
$$
--;
create trigger devices_counted_insert after insert on devices
  referencing new table as after_rows for each statement execute function count_devices()
--;
create trigger devices_counted_update after update on devices
  referencing old table as before_rows new table as after_rows for each statement execute function count_devices()
--;
create trigger devices_counted_delete after delete on devices
  referencing old table as before_rows for each statement execute function count_devices()
--;
-- The name of the organization stands in the device, so that one index searches both.
create function name_organization_of_device() returns trigger language plpgsql as $$
begin
  new.organization_name := coalesce((select name from organizations where id = new.organization_id), '');
  return new;
end
$$
--;
create trigger devices_organization_named before insert or update of organization_id on devices
  for each row execute function name_organization_of_device()
--;
create function rename_organization_in_devices() returns trigger language plpgsql as $$
begin
  update devices set organization_name = new.name where organization_id = new.id;
  return null;
end
$$
--;
create trigger organizations_renamed_in_devices after update of name on organizations
  for each row when (old.name is distinct from new.name) execute function rename_organization_in_devices()
--;
-- Keeps beats, and answers the keys of those that were kept: a key that was replaced or whose device was deleted is not
-- among them. A function, because its statements are planned once for each connection, on either database.
create function keep_beats(sent jsonb, offline_after interval) returns setof text language plpgsql as $$
declare
  beat record;
  former device_beats;
  was_lost boolean;
  hours smallint[];
  hour integer;
begin
  -- In one order for all writers, so that two of them cannot wait for each other.
  for beat in
    select * from jsonb_to_recordset(sent) as s (key text, at timestamptz(3), beats smallint, ip text, country text,
      city text, browser text, os text, lat double precision, long double precision) order by s.key
  loop
    select b.* into former from devices d join device_beats b on b.device_id = d.id
      where d.key_hash = beat.key and d.deleted_at is null for no key update of b;
    continue when not found;
    return next beat.key;

    was_lost := former.connected and former.last_beat_at <= beat.at - offline_after;
    update device_beats b set
      last_beat_at = greatest(b.last_beat_at, beat.at),
      seen_hour = date_trunc('hour', greatest(b.last_beat_at, beat.at), 'UTC'),
      connected = true,
      connected_on = case when b.connected and not was_lost then b.connected_on else beat.at end,
      ip = beat.ip,
      country = coalesce(beat.country, b.country),
      city = coalesce(beat.city, b.city),
      browser = beat.browser,
      os = beat.os,
      lat = coalesce(beat.lat, b.lat),
      long = coalesce(beat.long, b.long)
    where b.device_id = former.device_id;

    hour := extract(hour from beat.at at time zone 'UTC') + 1;
    update device_presence p set beats[hour] = least(32767, p.beats[hour]::integer + beat.beats)
      where p.day = (beat.at at time zone 'UTC')::date and p.device_id = former.device_id;
    if not found then
      hours := array_fill(0::smallint, array[24]);
      hours[hour] := beat.beats;
      insert into device_presence as p values ((beat.at at time zone 'UTC')::date, former.device_id, hours)
        on conflict (day, device_id) do update set beats[hour] = least(32767, p.beats[hour]::integer + beat.beats);
    end if;

    if was_lost then
      insert into device_events (id, device_id, type, created_at, ip, country, city, browser, os, lat, long, last_active)
        values (gen_random_uuid(), former.device_id, 'disconnected', beat.at, former.ip, former.country, former.city,
          former.browser, former.os, former.lat, former.long, former.last_beat_at);
    end if;
    if was_lost or not former.connected then
      insert into device_events (id, device_id, type, created_at, ip, country, city, browser, os, lat, long, last_active)
        values (gen_random_uuid(), former.device_id, 'connected', beat.at, beat.ip, coalesce(beat.country, former.country),
          coalesce(beat.city, former.city), beat.browser, beat.os, coalesce(beat.lat, former.lat),
          coalesce(beat.long, former.long), former.last_beat_at);
    end if;
  end loop;
end
$$
