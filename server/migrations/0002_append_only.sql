-- Emptying a table at once is a change too; only the audit trail refused it so far.
create trigger invite_logs_no_truncate before truncate on invite_logs
  for each statement execute function refuse_change()
--;
create trigger tax_events_no_truncate before truncate on tax_events
  for each statement execute function refuse_change()
--;
create trigger tax_documents_no_truncate before truncate on tax_documents
  for each statement execute function refuse_change()
--;
create trigger agreement_logs_no_truncate before truncate on agreement_logs
  for each statement execute function refuse_change()
--;
create trigger organization_status_changes_no_truncate before truncate on organization_status_changes
  for each statement execute function refuse_change()
--;
-- The trail is searched by a person's name as well as by id.
create index audit_entries_actor_name on audit_entries (actor_name, seq)
