-- The last decision on each organization, and what stood before it, for as long as it may be taken back.
create table tax_decision_undos (
  organization_id uuid primary key references organizations (id),
  -- The tax version that the decision made.
  version integer not null,
  decided_by uuid not null references staff (id),
  until timestamptz(3) not null,
  mail_id uuid,
  ein text not null,
  ein_status text,
  ein_reviewed_at timestamptz(3),
  ein_pending_since timestamptz(3),
  tax_exempt boolean not null,
  exempt_status text,
  exempt_reviewed_at timestamptz(3),
  exempt_pending_since timestamptz(3)
)
