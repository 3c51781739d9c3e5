-- Links in letters, with which an organization sends its tax papers without an account. Only a hash of each is kept.
create table papers_links (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  token_hash text not null unique,
  reason text not null check (reason in ('welcome', 'rejected', 'asked', 'reopened', 'sent')),
  words text not null,
  missing text[] not null,
  by_name text not null,
  sent_to text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  opened_at timestamptz(3),
  submitted_at timestamptz(3),
  documents integer not null default 0,
  revoked_at timestamptz(3),
  -- Which link came after it.
  replaced_by uuid
)
--;
create index papers_links_organization on papers_links (organization_id, created_at)
--;
create table paper_uploads (
  id uuid primary key,
  link_id uuid not null references papers_links (id),
  name text not null,
  size integer not null,
  received integer not null,
  -- Of the whole, once it is here.
  sha256 text,
  content_type text,
  created_at timestamptz(3) not null,
  removed_at timestamptz(3)
)
--;
create index paper_uploads_link on paper_uploads (link_id, created_at)
--;
-- A decision that is taken back takes its link along.
alter table tax_decision_undos add column link_id uuid
--;
-- What the body of a mail hides once it was sent.
alter table mails add column hidden text not null default ''
--;
-- By the key of the call an acceptance is repeated whose answer was lost.
alter table invites add column accept_key text
