-- What the registry of the IRS said of each organization with an EIN, when it was looked up last.
create table tax_verdicts (
  organization_id uuid primary key references organizations (id),
  outcome text not null,
  score real check (score between 0 and 1),
  -- The row, the reasons, the suggestion and the files, in the shapes of the contract.
  evidence jsonb not null,
  -- What it was before the change that makes the review wait again (organizations.irs_changed_at).
  outcome_before text,
  registry_version integer not null,
  checked_at timestamptz(3) not null
)
--;
-- Those that are to be looked up again after an import.
create index tax_verdicts_version on tax_verdicts (registry_version, organization_id)
--;
-- What a decision was made on is kept with its event, for ever.
alter table tax_events add column evidence jsonb
--;
alter table tax_events drop constraint tax_events_type_check
--;
alter table tax_events add check (type in ('EIN/Tax ID', 'Tax exemptions', 'IRS record'))
--;
alter table tax_events drop constraint tax_events_status_check
--;
alter table tax_events add check (status in ('Submitted', 'Resubmitted', 'Pending', 'Approved', 'Rejected', 'Changed'))
--;
-- Who of the staff is at a review.
create table tax_claims (
  organization_id uuid primary key references organizations (id),
  staff_id uuid not null references staff (id),
  by_name text not null,
  at timestamptz(3) not null
)
--;
-- It leaves no entry in the audit trail, and open consoles must hear of it all the same.
create trigger tax_claims_changed after insert or update or delete on tax_claims
  for each statement execute function count_changes('tax-reviews')
--;
-- When a reviewer last opened a version of a review that waits.
create table tax_openings (
  organization_id uuid not null references organizations (id),
  staff_id uuid not null references staff (id),
  version integer not null,
  at timestamptz(3) not null,
  primary key (organization_id, staff_id)
)
--;
-- How long each decision took from there. One that is taken back is none.
create table tax_decision_times (
  organization_id uuid not null references organizations (id),
  -- The tax version that the decision made.
  version integer not null,
  -- The verdict it was made on.
  outcome text,
  decided_at timestamptz(3) not null,
  seconds integer not null check (seconds >= 0),
  primary key (organization_id, version)
)
--;
create index tax_decision_times_decided on tax_decision_times (decided_at) include (outcome, seconds)
--;
alter table tax_decision_undos add column irs_changed_at timestamptz(3)
--;
drop trigger tax_reviews_counted_insert on organizations
--;
drop trigger tax_reviews_counted_update on organizations
--;
drop trigger tax_reviews_counted_delete on organizations
--;
alter table organizations
  -- The group of its verdict, by which the queue is looked through.
  add column tax_group text not null default 'not-checked'
    check (tax_group in ('match', 'differs', 'not-deductible', 'revoked', 'not-listed', 'not-checked')),
  -- Since when what was decided is to be looked at again, because the record of the IRS became worse.
  add column irs_changed_at timestamptz(3),
  drop column waiting_since,
  drop column decided_at
--;
alter table organizations
  add column waiting_since timestamptz(3) generated always as (least(
    case when ein_status = 'Pending' then ein_pending_since end,
    case when exempt_status = 'Pending' then exempt_pending_since end,
    irs_changed_at)) stored,
  add column decided_at timestamptz(3) generated always as (
    case when ein_status = 'Pending' or exempt_status = 'Pending' or irs_changed_at is not null then null
      else greatest(ein_reviewed_at, exempt_reviewed_at) end
  ) stored
--;
create index organizations_waiting on organizations (waiting_since, id) where waiting_since is not null
--;
create index organizations_waiting_name on organizations (name, id) where waiting_since is not null
--;
create index organizations_group_waiting on organizations (tax_group, waiting_since, id) where waiting_since is not null
--;
create index organizations_group_name on organizations (tax_group, name, id) where waiting_since is not null
--;
create index organizations_resubmitted on organizations (waiting_since, id)
  where waiting_since is not null and tax_resubmitted
--;
create index organizations_resubmitted_name on organizations (name, id)
  where waiting_since is not null and tax_resubmitted
--;
create index organizations_irs_changed on organizations (waiting_since, id) where irs_changed_at is not null
--;
create index organizations_irs_changed_name on organizations (name, id) where irs_changed_at is not null
--;
create index organizations_decided on organizations (decided_at, id) where decided_at is not null
--;
create index organizations_decided_name on organizations (name, id) where decided_at is not null
--;
-- Those that were never looked up.
create index organizations_unchecked on organizations (id) where ein <> '' and tax_group = 'not-checked'
--;
select create_list('tax-reviews', 'organizations',
  'case when waiting_since is null then ''decided'' else concat_ws('' '', ''waiting'',
    case when ein_status = ''Pending'' then ''ein'' end,
    case when exempt_status = ''Pending'' then ''exemption'' end,
    case when tax_resubmitted then ''resubmitted'' end,
    case when irs_changed_at is not null then ''changed'' end,
    tax_group) end',
  'waiting_since is not null or decided_at is not null')
