drop trigger tax_reviews_counted_insert on organizations
--;
drop trigger tax_reviews_counted_update on organizations
--;
drop trigger tax_reviews_counted_delete on organizations
--;
alter table organizations
  -- Until then papers may come with the link that asked for them, and the review waits for them instead of for a
  -- decision. What is counted and sorted follows a column and not the time, so a job empties it at the end of the link.
  add column papers_due_at timestamptz(3),
  -- When the papers came that were asked for; null again once no review is Pending, and when others are asked for.
  add column papers_arrived_at timestamptz(3),
  drop column waiting_since
--;
alter table organizations
  -- What became of the record of the IRS does not wait for papers.
  add column waiting_since timestamptz(3) generated always as (case when papers_due_at is null then least(
    case when ein_status = 'Pending' then ein_pending_since end,
    case when exempt_status = 'Pending' then exempt_pending_since end,
    irs_changed_at) else irs_changed_at end) stored
--;
-- Papers that came stand before all that waits longer.
create index organizations_waiting on organizations ((papers_arrived_at is null), waiting_since, id)
  where waiting_since is not null
--;
create index organizations_waiting_name on organizations (lower(name), id) include (name)
  where waiting_since is not null
--;
create index organizations_waiting_search on organizations using gin (
  search gin_trgm_ops,
  (' ' || ein || ' ' || replace(ein, '-', '') || ' ') gin_trgm_ops,
  (array[lower(name), lower(short_name), lower(email), lower(admin), ltrim(primary_phone, '+'), ltrim(secondary_phone, '+')])
) where waiting_since is not null
--;
create index organizations_group_waiting
  on organizations (tax_group, (papers_arrived_at is null), waiting_since, id) where waiting_since is not null
--;
create index organizations_group_name on organizations (tax_group, lower(name), id) include (name)
  where waiting_since is not null
--;
create index organizations_resubmitted on organizations ((papers_arrived_at is null), waiting_since, id)
  where waiting_since is not null and tax_resubmitted
--;
create index organizations_resubmitted_name on organizations (lower(name), id) include (name)
  where waiting_since is not null and tax_resubmitted
--;
create index organizations_irs_changed on organizations ((papers_arrived_at is null), waiting_since, id)
  where irs_changed_at is not null
--;
create index organizations_papers on organizations (papers_due_at, id) where papers_due_at is not null
--;
create index organizations_papers_name on organizations (lower(name), id) include (name)
  where papers_due_at is not null
--;
select create_list('tax-reviews', 'organizations',
  'case when waiting_since is not null then concat_ws('' '', ''waiting'',
    case when ein_status = ''Pending'' then ''ein'' end,
    case when exempt_status = ''Pending'' then ''exemption'' end,
    case when tax_resubmitted then ''resubmitted'' end,
    case when irs_changed_at is not null then ''changed'' end,
    tax_group)
  when papers_due_at is not null then ''papers'' else ''decided'' end',
  'waiting_since is not null or papers_due_at is not null or decided_at is not null')
--;
alter table tax_decision_undos
  add column papers_due_at timestamptz(3),
  add column papers_arrived_at timestamptz(3)
--;
-- How many reviews waited a week ago is told from what was asked and what ended since.
create index tax_requests_at on tax_requests (at)
--;
create index papers_links_ended on papers_links ((coalesce(revoked_at, expires_at)))
