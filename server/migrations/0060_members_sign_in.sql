-- Organizations' people sign in as staff do: a code is mailed to somebody of either kind.
alter table sign_in_challenges alter column staff_id drop not null
--;
-- The memberships that the password opens; a person may belong to several organizations.
alter table sign_in_challenges add column member_ids uuid[]
--;
alter table sign_in_challenges add constraint sign_in_challenges_of_one_kind
  check (num_nonnulls(staff_id, member_ids) = 1)
--;
-- A session that was signed in to has a refresh token, which changes at each use. Only hashes are kept.
alter table member_sessions
  add column series_hash text unique,
  add column token_hash text,
  add column previous_token_hash text,
  add column refresh_key text
--;
drop index member_sessions_member
--;
create index member_sessions_member on member_sessions (member_id, created_at)
--;
-- Who signs in is no news of the platform.
drop index audit_entries_activities
--;
create index audit_entries_activities on audit_entries (seq)
  where entity not in ('audit', 'mail', 'staff') and action not like '%.list-exported' and action not like '%read'
    and action not like 'sign-in.%' and action not like 'session.%'
