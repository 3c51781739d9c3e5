-- What became of an invite stands in it, so that an index serves every status in every order.
alter table invites
  add column organization_status text check (organization_status in ('approved', 'onboarding', 'blocked'))
--;
update invites set organization_status = o.status from organizations o where o.invite_id = invites.id
--;
alter table invites
  add column status text not null generated always as (
    case
      when organization_status = 'approved' then 'accepted'
      when organization_status is not null then organization_status
      when revoked_at is not null then 'revoked'
      else 'Invite Sent'
    end
  ) stored
--;
create index invites_status_created on invites (status, created_at, id)
--;
create index invites_status_name on invites (status, org_name, id)
--;
create index invites_status_admin on invites (status, org_admin, id)
--;
create function tell_invite_of_organization() returns trigger language plpgsql as $$
begin
  update invites set organization_status = new.status where id = new.invite_id;
  return null;
end
$$
--;
create trigger organizations_told_invite after insert or update of status, invite_id on organizations
  for each row when (new.invite_id is not null) execute function tell_invite_of_organization()
--;
-- The cards of the dashboard count a year of each by these alone.
create index invites_outcome on invites (created_at) include (accepted_at)
--;
drop index organization_status_changes_at
--;
create index organization_status_changes_at on organization_status_changes (at) include (from_status, to_status)
--;
create index organizations_waiting_name on organizations (name, id) where waiting_since is not null
--;
create index devices_deleted on devices (id) where deleted_at is not null
--;
create index devices_status_name on devices (status, name, id) where deleted_at is null
--;
create index devices_status_price on devices (status, price, id) where deleted_at is null
--;
create index devices_live on devices (device_id, id) where deleted_at is null
