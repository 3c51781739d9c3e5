create table demo_requests (
  id uuid primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  organization text not null,
  applications jsonb not null,
  stream text not null,
  schedule_date text not null,
  schedule_time text not null,
  queries jsonb not null,
  status text not null check (status in ('New', 'Scheduled', 'Done')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  assignee_id uuid references staff (id),
  assignee text not null default '',
  spam boolean not null default false,
  deleted_at timestamptz(3),
  search text generated always as (
    ' ' || lower(first_name || ' ' || last_name || ' ' || email || ' ' || organization)
  ) stored,
  version integer not null default 1
)
--;
create index demo_requests_created on demo_requests (created_at, id) where deleted_at is null
--;
create index demo_requests_updated on demo_requests (updated_at, id) where deleted_at is null
--;
create index demo_requests_name on demo_requests (first_name, last_name, id) where deleted_at is null
--;
create index demo_requests_organization on demo_requests (organization, id) where deleted_at is null
--;
create index demo_requests_status_created on demo_requests (status, created_at, id) where deleted_at is null
--;
create index demo_requests_status_updated on demo_requests (status, updated_at, id) where deleted_at is null
--;
create index demo_requests_status_name on demo_requests (status, first_name, last_name, id) where deleted_at is null
--;
create index demo_requests_status_organization on demo_requests (status, organization, id) where deleted_at is null
--;
create index demo_requests_spam on demo_requests (created_at, id) where spam and deleted_at is null
--;
create index demo_requests_email on demo_requests (email, created_at)
--;
create index demo_requests_search on demo_requests using gin (search gin_trgm_ops)
--;
create table contact_inquiries (
  id uuid primary key,
  name text not null,
  email text not null,
  phone text not null,
  stream text not null,
  inquiry_type text not null,
  message text not null,
  status text not null check (status in ('New', 'In-progress', 'Closed', 'Done')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  assignee_id uuid references staff (id),
  assignee text not null default '',
  spam boolean not null default false,
  deleted_at timestamptz(3),
  search text generated always as (' ' || lower(name || ' ' || email || ' ' || message)) stored,
  version integer not null default 1
)
--;
create index contact_inquiries_created on contact_inquiries (created_at, id) where deleted_at is null
--;
create index contact_inquiries_updated on contact_inquiries (updated_at, id) where deleted_at is null
--;
create index contact_inquiries_name on contact_inquiries (name, id) where deleted_at is null
--;
create index contact_inquiries_type on contact_inquiries (inquiry_type, id) where deleted_at is null
--;
create index contact_inquiries_status_created on contact_inquiries (status, created_at, id) where deleted_at is null
--;
create index contact_inquiries_status_updated on contact_inquiries (status, updated_at, id) where deleted_at is null
--;
create index contact_inquiries_status_name on contact_inquiries (status, name, id) where deleted_at is null
--;
create index contact_inquiries_status_type on contact_inquiries (status, inquiry_type, id) where deleted_at is null
--;
create index contact_inquiries_spam on contact_inquiries (created_at, id) where spam and deleted_at is null
--;
create index contact_inquiries_email on contact_inquiries (email, created_at)
--;
create index contact_inquiries_search on contact_inquiries using gin (search gin_trgm_ops)
--;
create table response_entries (
  id uuid primary key,
  demo_request_id uuid references demo_requests (id),
  inquiry_id uuid references contact_inquiries (id),
  status text not null,
  assignee text not null,
  note text not null,
  created_at timestamptz(3) not null,
  reviewed_by text not null,
  from_website boolean not null,
  mail_id uuid,
  check (num_nonnulls(demo_request_id, inquiry_id) = 1)
)
--;
create index response_entries_demo_request on response_entries (demo_request_id, created_at, id) where demo_request_id is not null
--;
create index response_entries_inquiry on response_entries (inquiry_id, created_at, id) where inquiry_id is not null
--;
create trigger response_entries_append_only before update or delete on response_entries
  for each row execute function refuse_change()
--;
create trigger response_entries_no_truncate before truncate on response_entries
  for each statement execute function refuse_change()
--;
-- Counts what is not deleted: a status by its name, suspected spam as 'spam' and its status. 'changes' grows with every
-- write, so that a console can tell by one look whether anything is new.
create function count_communication() returns trigger language plpgsql as $$
declare
  counted jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_object_agg(key, n) into counted from (
      select case when spam then 'spam ' else '' end || status as key, count(*) n
      from after_rows where deleted_at is null group by 1) s;
  elsif tg_op = 'DELETE' then
    select jsonb_object_agg(key, n) into counted from (
      select case when spam then 'spam ' else '' end || status as key, -count(*) n
      from before_rows where deleted_at is null group by 1) s;
  else
    select jsonb_object_agg(key, n) into counted from (
      select case when spam then 'spam ' else '' end || status as key, sum(n) n from (
        select status, spam, 1 n from after_rows where deleted_at is null union all
        select status, spam, -1 from before_rows where deleted_at is null) u group by 1) s;
  end if;
  perform add_to_list_counts(tg_argv[0], coalesce(counted, '{}') || jsonb_build_object('changes', 1));
  return null;
end
$$
--;
create trigger demo_requests_counted_insert after insert on demo_requests
  referencing new table as after_rows for each statement execute function count_communication('demo-requests')
--;
create trigger demo_requests_counted_update after update on demo_requests
  referencing old table as before_rows new table as after_rows for each statement execute function count_communication('demo-requests')
--;
create trigger demo_requests_counted_delete after delete on demo_requests
  referencing old table as before_rows for each statement execute function count_communication('demo-requests')
--;
create trigger contact_inquiries_counted_insert after insert on contact_inquiries
  referencing new table as after_rows for each statement execute function count_communication('contact-inquiries')
--;
create trigger contact_inquiries_counted_update after update on contact_inquiries
  referencing old table as before_rows new table as after_rows for each statement execute function count_communication('contact-inquiries')
--;
create trigger contact_inquiries_counted_delete after delete on contact_inquiries
  referencing old table as before_rows for each statement execute function count_communication('contact-inquiries')
