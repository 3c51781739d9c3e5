-- The console team as a list: what a row is called by, its place in the order and its words to be found by.
alter table staff
  add column status text generated always as (
    case when access = 'revoked' then 'revoked' when verified_at is null then 'unverified' else 'active' end
  ) stored,
  add column rank integer generated always as (
    case role when 'hikmah_owner' then 1 when 'hikmah_admin' then 2 else 3 end
  ) stored,
  add column search text generated always as (' ' || lower(first_name || ' ' || last_name || ' ' || user_name)) stored
--;
create index staff_listed on staff ((rank > 1), first_name, last_name, id)
--;
create index staff_name on staff (first_name, last_name, id)
--;
create index staff_rank on staff (rank, first_name, last_name, id)
--;
create index staff_created on staff (created_at, id)
--;
create index staff_search on staff using gin (search gin_trgm_ops)
--;
create index staff_image on staff (image) where image <> ''
--;
create function count_staff() returns trigger language plpgsql as $$
declare
  by_status jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_object_agg(status, n) into by_status from (select status, count(*) n from after_rows group by status) s;
  elsif tg_op = 'DELETE' then
    select jsonb_object_agg(status, -n) into by_status from (select status, count(*) n from before_rows group by status) s;
  else
    select jsonb_object_agg(status, n) into by_status from (
      select status, sum(n) n from (select status, 1 n from after_rows union all select status, -1 from before_rows) u group by status) s;
  end if;
  perform add_to_list_counts('staff', coalesce(by_status, '{}'));
  return null;
end
$$
--;
create trigger staff_counted_insert after insert on staff
  referencing new table as after_rows for each statement execute function count_staff()
--;
create trigger staff_counted_update after update on staff
  referencing old table as before_rows new table as after_rows for each statement execute function count_staff()
--;
create trigger staff_counted_delete after delete on staff
  referencing old table as before_rows for each statement execute function count_staff()
--;
insert into list_counts (list, status, count) select 'staff', status, count(*) from staff group by status
--;
-- Codes that another member of staff enters: to verify a new colleague, to reset a password.
create table staff_codes (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  purpose text not null check (purpose in ('verify', 'reset')),
  code_hash text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
)
--;
create index staff_codes_staff on staff_codes (staff_id, purpose, created_at)
--;
create index staff_codes_expiry on staff_codes (expires_at)
--;
-- A topic without a row is at its default.
create table staff_preferences (
  staff_id uuid not null references staff (id),
  topic text not null,
  choice text not null check (choice in ('each', 'daily', 'off')),
  primary key (staff_id, topic)
)
--;
-- What waits for the next daily letter.
create table staff_notices (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  topic text not null,
  line text not null,
  path text not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3)
)
--;
create index staff_notices_waiting on staff_notices (staff_id, created_at) where sent_at is null
--;
create index staff_notices_sent on staff_notices (sent_at) where sent_at is not null
--;
-- All counters of one name, whatever the network: `sign-in:name` and `sign-in:name|network`.
create index throttles_stem on throttles (split_part(key, '|', 1))
--;
create index sign_in_challenges_open on sign_in_challenges (staff_id) where used_at is null
--;
create index sign_in_challenges_expiry on sign_in_challenges (expires_at)
--;
create index staff_sessions_expiry on staff_sessions (expires_at)
--;
create index remembered_logins_expiry on remembered_logins (expires_at)
--;
create index member_sessions_expiry on member_sessions (expires_at)
--;
create index audit_entries_actor_words on audit_entries using gin (lower(actor_name) gin_trgm_ops)
