-- How a checkout without an invoice was paid: a bank debit is on its way for days after the order is made, and may fail.
alter table orders add column checkout_payment text check (checkout_payment in ('paid', 'due', 'failed'));
update orders set checkout_payment = 'paid' where payment_intent_id is not null and invoice_id is null;
