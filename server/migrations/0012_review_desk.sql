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
--;
-- Since when nothing of a review waits any more: the list of what was decided.
alter table organizations
  add column decided_at timestamptz(3) generated always as (
    case when ein_status = 'Pending' or exempt_status = 'Pending' then null
      else greatest(ein_reviewed_at, exempt_reviewed_at) end
  ) stored
--;
create index organizations_decided on organizations (decided_at, id) where decided_at is not null
--;
create index organizations_decided_name on organizations (name, id) where decided_at is not null
--;
drop trigger tax_reviews_counted_insert on organizations
--;
drop trigger tax_reviews_counted_update on organizations
--;
drop trigger tax_reviews_counted_delete on organizations
--;
select create_list('tax-reviews', 'organizations', 'case when waiting_since is null then ''decided'' else ''waiting'' end',
  'waiting_since is not null or decided_at is not null')
