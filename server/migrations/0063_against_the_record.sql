-- What a decision contradicted, and why it was made all the same: kept with the event for ever.
alter table tax_events add column against jsonb
--;
-- Only a match chooses an EIN in advance, and no exemption is rejected as revoked under an unlike name.
update tax_verdicts set evidence = jsonb_set(evidence, '{suggestion,einStatus}', '"Pending"')
where outcome not in ('VERIFIED', 'VERIFIED_GROUP', 'REINSTATED')
  and evidence #>> '{suggestion,einStatus}' = 'Approved'
--;
update tax_verdicts set evidence = jsonb_set(evidence, '{suggestion}', '{"einStatus": "Pending", "exemptStatus": "Pending",
  "reason": "The IRS has this EIN under another name. Send us the EIN letter of your organization.",
  "reasonCode": "ein-of-another"}')
where outcome = 'REVOKED' and coalesce(score, 0) < 0.6
--;
-- What the decisions that stand contradicted, with the record they were made on and who made the latest.
alter table organizations
  add column ein_against jsonb,
  add column exempt_against jsonb,
  add column decided_by_name text,
  add column decided_outcome text,
  add column decided_group text not null default 'not-checked'
    check (decided_group in ('match', 'differs', 'not-deductible', 'revoked', 'not-listed', 'not-checked'))
--;
-- All of them are counted again below.
drop trigger tax_reviews_counted_insert on organizations
--;
drop trigger tax_reviews_counted_update on organizations
--;
drop trigger tax_reviews_counted_delete on organizations
--;
update organizations o set decided_by_name = e.by_name, decided_outcome = e.outcome,
  decided_group = case
    when e.outcome in ('VERIFIED', 'VERIFIED_GROUP', 'REINSTATED') then 'match'
    when e.outcome in ('NAME_REVIEW', 'MISMATCH') then 'differs'
    when e.outcome in ('NOT_C3', 'PRIVATE_FOUNDATION', 'DEDUCT_UNKNOWN') then 'not-deductible'
    when e.outcome = 'REVOKED' then 'revoked'
    when e.outcome in ('NOT_LISTED_CHURCH', 'NOT_LISTED') then 'not-listed'
    else 'not-checked' end
from (
  select distinct on (organization_id) organization_id, by_name, evidence ->> 'outcome' as outcome
  from tax_events where status in ('Approved', 'Rejected') order by organization_id, at desc, type desc, id desc
) e
where e.organization_id = o.id
--;
alter table tax_decision_undos
  add column ein_against jsonb,
  add column exempt_against jsonb,
  add column decided_by_name text,
  add column decided_outcome text,
  add column decided_group text not null default 'not-checked',
  -- Sent to the other owners, in mails or until their daily letter.
  add column notice_mails uuid[] not null default '{}',
  add column notices uuid[] not null default '{}'
--;
-- Whoever decides again can no longer undo what they decided before.
create index tax_decision_undos_decided_by on tax_decision_undos (decided_by, until)
--;
create index organizations_decided_group on organizations (decided_group, decided_at, id) where decided_at is not null
--;
create index organizations_decided_group_name on organizations (decided_group, lower(name), id) include (name)
  where decided_at is not null
--;
create index organizations_against on organizations (decided_at, id)
  where decided_at is not null and (ein_against is not null or exempt_against is not null)
--;
create index organizations_against_waiting on organizations ((papers_arrived_at is null), waiting_since, id)
  where waiting_since is not null and (ein_against is not null or exempt_against is not null)
--;
create index organizations_against_name on organizations (lower(name), id) include (name)
  where (ein_against is not null or exempt_against is not null)
--;
create index organizations_changed on organizations (irs_changed_at, id) where irs_changed_at is not null
--;
select create_list('tax-reviews', 'organizations',
  $$concat_ws(' ', case
    when waiting_since is not null then concat_ws(' ', 'waiting',
      case when ein_status = 'Pending' then 'ein' end,
      case when exempt_status = 'Pending' then 'exemption' end,
      case when tax_resubmitted then 'resubmitted' end,
      case when irs_changed_at is not null then 'changed' end,
      tax_group)
    when papers_due_at is not null then 'papers papers-' || tax_group
    else 'decided decided-' || decided_group end,
    case when ein_against is not null or exempt_against is not null then 'against' end)$$,
  'waiting_since is not null or papers_due_at is not null or decided_at is not null')
