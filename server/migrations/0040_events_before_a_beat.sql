-- A beat that connects a device is later than every event that the device kept for the time it was away.
create or replace function keep_beats(sent jsonb, offline_after interval) returns setof text language plpgsql as $$
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
      connected = true,
      connected_on = case when b.connected and not was_lost then b.connected_on else beat.at end,
      last_event_at = case when b.connected and not was_lost then b.last_event_at end,
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
