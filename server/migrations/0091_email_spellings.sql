-- Emails of payers are searched as every other text is: folded.
drop index orders_email
--;
create index orders_email on orders using gin ((' ' || folded(email) || ' ') gin_trgm_ops)
--;
drop index stripe_invoices_email
--;
create index stripe_invoices_email on stripe_invoices using gin ((' ' || folded(customer_email) || ' ') gin_trgm_ops)
--;
-- A demo request that was answered, and whose demo is not agreed on yet.
alter table demo_requests drop constraint demo_requests_status_check,
  add constraint demo_requests_status_check check (status in ('New', 'In-progress', 'Scheduled', 'Done'))
