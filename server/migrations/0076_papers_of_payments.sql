-- Each tax of an invoice with its name, rate and base (contract: TakenTax). Rows that were read before have the sum alone.
alter table stripe_invoices add column taxes jsonb not null default '[]'
--;
-- Orders that staff made had neither, though their organization has both.
update orders set email = g.email, shipping_line1 = g.line1, shipping_city = g.city, shipping_state = g.state,
  shipping_postal_code = g.postal_code
from organizations g where g.id = orders.organization_id and orders.source = 'staff' and orders.email = ''
--;
-- Some receipts are numbered on their charge.
update stripe_invoices set receipt_number = payment ->> 'receiptNumber'
where receipt_number is null and payment ->> 'receiptNumber' is not null
--;
create index orders_receipt on orders ((charge ->> 'receiptNumber')) where charge is not null
