-- The charge of what was bought without an invoice, and how much of it went back.
alter table orders
  add column charge jsonb,
  add column charge_refunded bigint not null default 0
--;
create index orders_payment_intent on orders (payment_intent_id) where payment_intent_id is not null
