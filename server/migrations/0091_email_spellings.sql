-- Emails of payers are searched as every other text is: folded.
drop index orders_email
--;
create index orders_email on orders using gin ((' ' || folded(email) || ' ') gin_trgm_ops)
--;
drop index stripe_invoices_email
--;
create index stripe_invoices_email on stripe_invoices using gin ((' ' || folded(customer_email) || ' ') gin_trgm_ops)
