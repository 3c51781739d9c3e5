-- Whether the papers that were handed in last were not the first: the queue is looked through by it.
alter table organizations add column tax_resubmitted boolean not null default false
--;
drop trigger tax_reviews_counted_insert on organizations
--;
drop trigger tax_reviews_counted_update on organizations
--;
drop trigger tax_reviews_counted_delete on organizations
--;
update organizations o set tax_resubmitted = true
where exists (
  select from tax_events e where e.organization_id = o.id and e.status = 'Resubmitted'
    and e.at = (select max(s.at) from tax_events s where s.organization_id = o.id and s.snapshot is not null)
)
--;
-- What waits is counted by all that it is: 'waiting ein exemption', 'waiting exemption resubmitted'.
select create_list('tax-reviews', 'organizations',
  'case when waiting_since is null then ''decided'' else concat_ws('' '', ''waiting'',
    case when ein_status = ''Pending'' then ''ein'' end,
    case when exempt_status = ''Pending'' then ''exemption'' end,
    case when tax_resubmitted then ''resubmitted'' end) end',
  'waiting_since is not null or decided_at is not null')
