-- Who may not see the e-mail of a payer may not find an invoice by it either.
alter table stripe_invoices drop column search
--;
alter table stripe_invoices add column search text generated always as (' ' || lower(coalesce(number, '') || ' ' || coalesce(receipt_number, '') || ' ' || customer_name)) stored
--;
create index stripe_invoices_search on stripe_invoices using gin (search gin_trgm_ops)
--;
create index stripe_invoices_email on stripe_invoices using gin ((' ' || lower(customer_email)) gin_trgm_ops)
--;
create index stripe_invoice_lines_item on stripe_invoice_lines (subscription_item_id) where subscription_item_id is not null
