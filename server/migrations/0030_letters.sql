-- Why something was rejected, by its code, and which papers were missing; the words as written are in the messages.
alter table tax_events add column reason_code text, add column missing text[] not null default '{}'
--;
-- Letters are in English first, then in this language. A new submission is waited for since it was asked for.
alter table organizations
  add column letter_language text not null default 'en' check (letter_language in ('en', 'ar', 'ur')),
  add column papers_asked_at timestamptz(3)
--;
alter table tax_decision_undos add column papers_asked_at timestamptz(3)
--;
-- What was asked of an organization without a status that changed, and what of it was taken back.
create table tax_requests (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  status text not null check (status in ('Asked', 'Undone')),
  at timestamptz(3) not null,
  by_name text not null,
  reason_code text,
  reason text not null,
  missing text[] not null,
  message text not null
)
--;
create index tax_requests_organization on tax_requests (organization_id, at)
--;
create trigger tax_requests_append_only before update or delete on tax_requests
  for each row execute function refuse_change()
--;
create trigger tax_requests_no_truncate before truncate on tax_requests
  for each statement execute function refuse_change()
