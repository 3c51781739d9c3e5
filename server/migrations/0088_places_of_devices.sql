-- City and state of the organization stand in the device, as its name does: one index searches them, another filters by
-- state. What lists count is a column of its own: an Available device of an organization is not free.
alter table devices drop column search
--;
alter table devices add column organization_city text not null default '', add column organization_state text not null default ''
--;
update devices d set organization_city = o.city, organization_state = o.state
  from organizations o where o.id = d.organization_id and (o.city <> '' or o.state <> '')
--;
alter table devices
  add column search text generated always as (searched(
    device_id || ' ' || mac_address || ' ' || replace(mac_address, ':', '') || ' ' || name || ' ' || organization_name
      || ' ' || organization_city || ' ' || state_words(organization_state))) stored,
  add column listed_status text not null generated always as (
    case when status = 'Available' and organization_id is not null then 'Assigned' else status end
  ) stored
--;
create index devices_search on devices using gin (search gin_trgm_ops) where deleted_at is null
--;
create index devices_state on devices (organization_state, created_at, id)
  where organization_state <> '' and deleted_at is null
--;
drop index devices_status_created, devices_status_name, devices_status_price
--;
create index devices_status_created on devices (listed_status, created_at, id) where deleted_at is null
--;
create index devices_status_name on devices (listed_status, name collate names, id) where deleted_at is null
--;
create index devices_status_price on devices (listed_status, price, id) where deleted_at is null
--;
-- Devices that said that they disconnect: the rest of those offline is found by the last beat. Beats write no entry of it.
create index device_beats_away on device_beats (device_id) where not connected and last_beat_at is not null
--;
create or replace function name_organization_of_device() returns trigger language plpgsql as $$
begin
  select name, city, state into new.organization_name, new.organization_city, new.organization_state
    from organizations where id = new.organization_id;
  if not found then
    new.organization_name := '';
    new.organization_city := '';
    new.organization_state := '';
  end if;
  return new;
end
$$
--;
drop trigger organizations_renamed_in_devices on organizations
--;
create or replace function rename_organization_in_devices() returns trigger language plpgsql as $$
begin
  update devices set organization_name = new.name, organization_city = new.city, organization_state = new.state
    where organization_id = new.id;
  return null;
end
$$
--;
create trigger organizations_renamed_in_devices after update of name, city, state on organizations
  for each row when ((old.name, old.city, old.state) is distinct from (new.name, new.city, new.state))
  execute function rename_organization_in_devices()
--;
drop trigger devices_counted_insert on devices
--;
drop trigger devices_counted_update on devices
--;
drop trigger devices_counted_delete on devices
--;
select create_list('devices', 'devices', 'listed_status', 'deleted_at is null')
