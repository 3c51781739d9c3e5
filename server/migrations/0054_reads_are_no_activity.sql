drop index audit_entries_activities
--;
create index audit_entries_activities on audit_entries (seq)
  where entity not in ('audit', 'mail', 'staff') and action not like '%.list-exported' and action not like '%read'
