-- Invites are filtered by a mail that could not be sent.
create index mails_failed on mails (invite_id) where status = 'failed'
