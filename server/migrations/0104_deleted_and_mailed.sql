-- without a transaction
-- Both can be run again.
-- squawk-ignore prefer-robust-stmts
alter table response_entries validate constraint response_entries_demo_request_id_fkey
--;
-- squawk-ignore prefer-robust-stmts
alter table response_entries validate constraint response_entries_inquiry_id_fkey
--;
create index concurrently if not exists demo_requests_deleted on demo_requests (deleted_at) where deleted_at is not null
--;
create index concurrently if not exists contact_inquiries_deleted on contact_inquiries (deleted_at) where deleted_at is not null
--;
create index concurrently if not exists mails_recipient on mails (recipient, created_at)
--;
create index concurrently if not exists mails_to_staff on mails (created_at) where kind in ('notice', 'digest')
