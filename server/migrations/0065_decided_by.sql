-- Whose latest decision it is: a name may be that of two people, and is changed.
alter table organizations add column decided_by_id uuid
--;
alter table tax_decision_undos add column decided_by_id uuid
--;
update organizations o set decided_by_id = e.actor_id::uuid
from (
  select distinct on (organization_id, actor_name) organization_id, actor_name, actor_id from audit_entries
  where action in ('tax-review.decided', 'tax-review.confirmed') and actor_kind = 'staff'
  order by organization_id, actor_name, seq desc
) e
where e.organization_id = o.id and e.actor_name = o.decided_by_name
--;
create index organizations_decided_by on organizations (decided_by_id, decided_at, id) where decided_at is not null
--;
create index organizations_decided_by_name on organizations (decided_by_id, lower(name), id) include (name)
  where decided_at is not null
