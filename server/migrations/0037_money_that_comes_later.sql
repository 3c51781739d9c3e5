-- How a checkout without an invoice was paid: a bank debit is on its way for days after the order is made, and may fail.
alter table orders
  add column checkout_payment text check (checkout_payment in ('paid', 'due', 'failed')),
  add column checkout_settled_at timestamptz(3)
--;
update orders set checkout_payment = 'paid' where payment_intent_id is not null and invoice_id is null
--;
-- The events that are not done, for those that are worked on again.
create index stripe_events_left on stripe_events ((coalesce(worked_at, received_at))) where state <> 'done'
