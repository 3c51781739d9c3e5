-- Whether any paper was ever handed in, which is counted and filtered.
alter table organizations add column has_papers boolean not null default false
--;
drop trigger tax_reviews_counted_insert on organizations
--;
drop trigger tax_reviews_counted_update on organizations
--;
drop trigger tax_reviews_counted_delete on organizations
--;
update organizations o set has_papers = true where exists (select from tax_documents d where d.organization_id = o.id)
--;
create index organizations_no_paper on organizations ((papers_arrived_at is null), waiting_since, id)
  where waiting_since is not null and not has_papers
--;
create index organizations_no_paper_name on organizations (lower(name), id) include (name)
  where waiting_since is not null and not has_papers
--;
-- What somebody has claimed.
create index tax_claims_staff on tax_claims (staff_id, at)
--;
select create_list('tax-reviews', 'organizations',
  $$concat_ws(' ', case
    when waiting_since is not null then concat_ws(' ', 'waiting',
      case when ein_status = 'Pending' then 'ein' end,
      case when exempt_status = 'Pending' then 'exemption' end,
      case when tax_resubmitted then 'resubmitted' end,
      case when irs_changed_at is not null then 'changed' end,
      case when not has_papers then 'no-paper' end,
      tax_group)
    when papers_due_at is not null then 'papers papers-' || tax_group
    else 'decided decided-' || decided_group end,
    case when ein_against is not null or exempt_against is not null then 'against' end)$$,
  'waiting_since is not null or papers_due_at is not null or decided_at is not null')
