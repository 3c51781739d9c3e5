drop index mails_due
--;
create index mails_due on mails (secret, next_attempt_at) where status = 'queued'
