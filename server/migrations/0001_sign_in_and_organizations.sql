create extension if not exists pg_trgm
--;
create table audit_entries (
  seq bigint primary key,
  at timestamptz(3) not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  session_id text not null,
  ip text not null,
  request_id text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  entity_name text not null,
  organization_id uuid,
  changes jsonb not null,
  previous_hash text not null,
  hash text not null
)
--;
create index audit_entries_organization on audit_entries (organization_id, seq)
--;
create index audit_entries_entity on audit_entries (entity, entity_id, seq)
--;
create index audit_entries_actor on audit_entries (actor_id, seq)
--;
create index audit_entries_at on audit_entries (at)
--;
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end
$$
--;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_change()
--;
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function refuse_change()
--;
create table mails (
  id uuid primary key,
  kind text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  secret integer not null default 0,
  organization_id uuid,
  invite_id uuid,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text not null default '',
  created_at timestamptz(3) not null,
  next_attempt_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  sent_at timestamptz(3)
)
--;
create index mails_due on mails (next_attempt_at) where status = 'queued'
--;
create index mails_organization on mails (organization_id, created_at)
--;
create index mails_invite on mails (invite_id, created_at)
--;
create index mails_created on mails (created_at)
--;
create table throttles (
  key text primary key,
  count integer not null,
  window_ends_at timestamptz(3) not null,
  locked_until timestamptz(3),
  locks integer not null default 0
)
--;
create table idempotency_keys (
  key text primary key,
  body_hash text not null,
  status integer,
  answer text,
  expires_at timestamptz(3) not null
)
--;
create index idempotency_keys_expiry on idempotency_keys (expires_at)
--;
create table list_counts (
  list text not null,
  status text not null,
  count bigint not null,
  primary key (list, status)
)
--;
create table staff (
  id uuid primary key,
  user_name text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  role text not null check (role in ('hikmah_owner', 'hikmah_admin', 'hikmah_manager')),
  access text not null default 'active' check (access in ('active', 'revoked')),
  verified_at timestamptz(3),
  password_set_by_other boolean not null default false,
  image text not null default '',
  phone text not null default '',
  address jsonb not null default '{}',
  created_at timestamptz(3) not null,
  version integer not null default 1
)
--;
create unique index staff_user_name on staff (user_name)
--;
create table sign_in_challenges (
  id uuid primary key,
  token_hash text not null unique,
  user_name text not null,
  staff_id uuid references staff (id),
  code_hash text not null,
  remember boolean not null,
  tries integer not null default 0,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
)
--;
create index sign_in_challenges_user on sign_in_challenges (user_name, created_at)
--;
create table staff_sessions (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  ip text not null,
  browser text not null,
  operating_system text not null,
  series_id uuid
)
--;
create index staff_sessions_staff on staff_sessions (staff_id, created_at) where revoked_at is null
--;
create table remembered_logins (
  id uuid primary key,
  series_hash text not null unique,
  token_hash text not null,
  previous_token_hash text,
  rotated_at timestamptz(3) not null,
  staff_id uuid not null references staff (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
)
--;
create index remembered_logins_staff on remembered_logins (staff_id)
--;
create table media (
  id uuid primary key,
  kind text not null check (kind in ('icon', 'logo', 'image')),
  name text not null,
  content_type text not null,
  size integer not null,
  width integer not null,
  height integer not null,
  sha256 text not null,
  uploaded_by uuid references staff (id),
  created_at timestamptz(3) not null
)
--;
create unique index media_content on media (sha256)
--;
create index media_created on media (kind, created_at)
--;
create table invites (
  id uuid primary key,
  org_name text not null,
  org_admin text not null,
  org_email text not null,
  phone text not null,
  code text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  accepted_at timestamptz(3),
  search text generated always as (' ' || lower(org_name || ' ' || org_admin || ' ' || org_email)) stored,
  version integer not null default 1
)
--;
create unique index invites_open_code on invites (code) where accepted_at is null and revoked_at is null
--;
create unique index invites_open_email on invites (org_email) where accepted_at is null and revoked_at is null
--;
create index invites_email on invites (org_email)
--;
create index invites_created on invites (created_at, id)
--;
create index invites_name on invites (org_name, id)
--;
create index invites_admin on invites (org_admin, id)
--;
create index invites_accepted on invites (accepted_at) where accepted_at is not null
--;
create index invites_search on invites using gin (search gin_trgm_ops)
--;
create table invite_logs (
  id uuid primary key,
  invite_id uuid not null references invites (id),
  created_at timestamptz(3) not null,
  org_admin text not null,
  org_email text not null,
  phone text not null,
  code text not null,
  sent_by text not null
)
--;
create index invite_logs_invite on invite_logs (invite_id, created_at)
--;
create index invite_logs_code on invite_logs (code, org_email)
--;
create trigger invite_logs_append_only before update or delete on invite_logs
  for each row execute function refuse_change()
--;
create table organizations (
  id uuid primary key,
  invite_id uuid unique references invites (id),
  name text not null,
  short_name text not null default '',
  type text not null default '',
  email text not null,
  website text not null default '',
  admin text not null default '',
  status text not null check (status in ('approved', 'onboarding', 'blocked')),
  created_at timestamptz(3) not null,
  line1 text not null default '',
  line2 text not null default '',
  city text not null default '',
  state text not null default '',
  country text not null default '',
  postal_code text not null default '',
  primary_phone text not null default '',
  secondary_phone text not null default '',
  icon_name text not null default '',
  icon_size integer not null default 0,
  icon_media_id uuid references media (id),
  logo_name text not null default '',
  logo_size integer not null default 0,
  logo_media_id uuid references media (id),
  referred_by text not null default '',
  ein text not null default '',
  ein_status text check (ein_status in ('Pending', 'Approved', 'Rejected')),
  ein_submitted_at timestamptz(3),
  ein_pending_since timestamptz(3),
  ein_reviewed_at timestamptz(3),
  tax_exempt boolean not null default false,
  exempt_status text check (exempt_status in ('Pending', 'Approved', 'Rejected')),
  exempt_submitted_at timestamptz(3),
  exempt_pending_since timestamptz(3),
  exempt_reviewed_at timestamptz(3),
  tax_version integer not null default 1,
  waiting_since timestamptz(3) generated always as (
    case
      when ein_status = 'Pending' and exempt_status = 'Pending' then least(ein_pending_since, exempt_pending_since)
      when ein_status = 'Pending' then ein_pending_since
      when exempt_status = 'Pending' then exempt_pending_since
    end
  ) stored,
  search text generated always as (' ' || lower(name || ' ' || short_name || ' ' || email || ' ' || city)) stored,
  version integer not null default 1
)
--;
create index organizations_created on organizations (created_at, id)
--;
create index organizations_name on organizations (name, id)
--;
create index organizations_type on organizations (type, id)
--;
create index organizations_city on organizations (city, id)
--;
create index organizations_status_created on organizations (status, created_at, id)
--;
create index organizations_status_name on organizations (status, name, id)
--;
create index organizations_status_type on organizations (status, type, id)
--;
create index organizations_status_city on organizations (status, city, id)
--;
create index organizations_search on organizations using gin (search gin_trgm_ops)
--;
create index organizations_waiting on organizations (waiting_since, id) where waiting_since is not null
--;
create index organizations_icon on organizations (icon_media_id) where icon_media_id is not null
--;
create index organizations_logo on organizations (logo_media_id) where logo_media_id is not null
--;
create table organization_status_changes (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  from_status text,
  to_status text not null,
  at timestamptz(3) not null,
  by_name text not null,
  note text not null default ''
)
--;
create index organization_status_changes_organization on organization_status_changes (organization_id, at)
--;
create index organization_status_changes_at on organization_status_changes (at)
--;
create trigger organization_status_changes_append_only before update or delete on organization_status_changes
  for each row execute function refuse_change()
--;
create table members (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  first_name text not null,
  last_name text not null,
  user_name text not null,
  image text not null default '',
  roles jsonb not null,
  confirmed_at timestamptz(3),
  console_access boolean not null default true,
  password_hash text,
  code text,
  code_expires_at timestamptz(3),
  invited_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  version integer not null default 1
)
--;
create unique index members_user_name on members (organization_id, user_name)
--;
create index members_email on members (user_name)
--;
create table member_sessions (
  id uuid primary key,
  member_id uuid not null references members (id) on delete cascade,
  organization_id uuid not null references organizations (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
)
--;
create index member_sessions_member on member_sessions (member_id)
--;
create table tax_events (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  type text not null check (type in ('EIN/Tax ID', 'Tax exemptions')),
  status text not null check (status in ('Submitted', 'Resubmitted', 'Pending', 'Approved', 'Rejected')),
  at timestamptz(3) not null,
  by_name text not null,
  messages jsonb not null default '[]',
  snapshot jsonb
)
--;
create index tax_events_organization on tax_events (organization_id, at)
--;
create index tax_events_at on tax_events (at)
--;
create trigger tax_events_append_only before update or delete on tax_events
  for each row execute function refuse_change()
--;
create table tax_documents (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  event_id uuid not null references tax_events (id),
  name text not null,
  content_type text not null,
  size integer not null,
  sha256 text not null,
  created_at timestamptz(3) not null
)
--;
create index tax_documents_organization on tax_documents (organization_id, created_at)
--;
create trigger tax_documents_append_only before update or delete on tax_documents
  for each row execute function refuse_change()
--;
create table agreement_logs (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  user_name text not null,
  log_type text not null check (log_type in ('agreement', 'terms')),
  created_at timestamptz(3) not null,
  ip_address text not null,
  browser text not null,
  operating_system text not null,
  device text not null,
  log text not null
)
--;
create index agreement_logs_organization on agreement_logs (organization_id, created_at)
--;
create trigger agreement_logs_append_only before update or delete on agreement_logs
  for each row execute function refuse_change()
--;
create function add_to_list_counts(of_list text, changes jsonb) returns void language plpgsql as $$
begin
  -- One order for all writers, so that two of them cannot wait for each other.
  insert into list_counts (list, status, count)
    select of_list, key, value::bigint from jsonb_each_text(changes) where value::bigint <> 0 order by key
    on conflict (list, status) do update set count = list_counts.count + excluded.count;
end
$$
--;
create function count_organizations() returns trigger language plpgsql as $$
declare
  by_status jsonb;
  waiting bigint := 0;
  invited jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_object_agg(status, n) into by_status from (select status, count(*) n from after_rows group by status) s;
    select jsonb_object_agg(status, n) into invited from (select status, count(*) n from after_rows where invite_id is not null group by status) s;
    select count(*) into waiting from after_rows where waiting_since is not null;
  elsif tg_op = 'DELETE' then
    select jsonb_object_agg(status, -n) into by_status from (select status, count(*) n from before_rows group by status) s;
    select jsonb_object_agg(status, -n) into invited from (select status, count(*) n from before_rows where invite_id is not null group by status) s;
    select -count(*) into waiting from before_rows where waiting_since is not null;
  else
    select jsonb_object_agg(status, n) into by_status from (
      select status, sum(n) n from (select status, 1 n from after_rows union all select status, -1 from before_rows) u group by status) s;
    select jsonb_object_agg(status, n) into invited from (
      select status, sum(n) n from (
        select status, 1 n from after_rows where invite_id is not null union all
        select status, -1 from before_rows where invite_id is not null) u group by status) s;
    select (select count(*) from after_rows where waiting_since is not null) - (select count(*) from before_rows where waiting_since is not null) into waiting;
  end if;
  perform add_to_list_counts('invited-organizations', coalesce(invited, '{}'));
  perform add_to_list_counts('organizations', coalesce(by_status, '{}'));
  perform add_to_list_counts('tax-reviews', jsonb_build_object('waiting', waiting));
  return null;
end
$$
--;
create trigger organizations_counted_insert after insert on organizations
  referencing new table as after_rows for each statement execute function count_organizations()
--;
create trigger organizations_counted_update after update on organizations
  referencing old table as before_rows new table as after_rows for each statement execute function count_organizations()
--;
create trigger organizations_counted_delete after delete on organizations
  referencing old table as before_rows for each statement execute function count_organizations()
--;
create function count_invites() returns trigger language plpgsql as $$
declare
  open bigint := 0;
  revoked bigint := 0;
begin
  if tg_op in ('INSERT', 'UPDATE') then
    select count(*) filter (where accepted_at is null and revoked_at is null), count(*) filter (where revoked_at is not null)
      into open, revoked from after_rows;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    select open - count(*) filter (where accepted_at is null and revoked_at is null), revoked - count(*) filter (where revoked_at is not null)
      into open, revoked from before_rows;
  end if;
  perform add_to_list_counts('invites', jsonb_build_object('Invite Sent', open, 'revoked', revoked));
  return null;
end
$$
--;
create trigger invites_counted_insert after insert on invites
  referencing new table as after_rows for each statement execute function count_invites()
--;
create trigger invites_counted_update after update on invites
  referencing old table as before_rows new table as after_rows for each statement execute function count_invites()
--;
create trigger invites_counted_delete after delete on invites
  referencing old table as before_rows for each statement execute function count_invites()
