-- Letters to a blocked organization, and invites to its team, wait until it is unblocked.
alter table mails drop constraint mails_status_check
--;
alter table mails add constraint mails_status_check check (status in ('queued', 'waiting', 'sent', 'failed'))
--;
create index mails_waiting on mails (created_at) where status = 'waiting'
