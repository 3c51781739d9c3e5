-- without a transaction
-- Both can be run again.
create index concurrently if not exists mails_to on mails (lower(recipient), id)
--;
drop index concurrently if exists mails_recipient
