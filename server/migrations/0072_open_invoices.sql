-- What an open invoice waits for, as the provider says it, and how often the organization was reminded.
alter table stripe_invoices
  add column collection_method text not null default '',
  add column next_attempt_at timestamptz(3),
  -- The provider's code of why the last payment failed.
  add column decline text not null default '',
  -- Who said that it was paid outside the provider, and how.
  add column paid_outside_note jsonb,
  -- Steps of the ladder that were sent.
  add column reminded integer not null default 0
--;
create index stripe_invoices_unreminded on stripe_invoices (reminded, (coalesce(due_at, finalized_at, created_at)))
  where status = 'open' and reminded < 3
--;
create table invoice_reminders (
  invoice_id text not null references stripe_invoices (id) on delete cascade,
  -- From 1 on.
  step integer not null check (step between 1 and 3),
  sent_to text not null,
  sent_at timestamptz(3) not null,
  primary key (invoice_id, step)
)
--;
-- Reminders of one invoice, or of all of an organization, that wait until a day.
create table reminder_holds (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  invoice_id text references stripe_invoices (id) on delete cascade,
  until timestamptz(3) not null,
  reason text not null,
  by_name text not null,
  created_at timestamptz(3) not null
)
--;
create index reminder_holds_organization on reminder_holds (organization_id, until)
