-- An e-mail is found by those alone who may see it.
alter table orders drop column search
--;
alter table orders add column search text generated always as
  (' ' || order_no::text || ' #' || order_no::text || ' ' || lower(organization_name || ' ' || organization_phone || ' ' || promo_code)) stored
--;
create index orders_search on orders using gin (search gin_trgm_ops)
--;
create index orders_email on orders using gin ((' ' || lower(email) || ' ') gin_trgm_ops)
--;
drop index orders_exact
--;
create index orders_exact on orders using gin ((array[order_no::text, '#' || order_no::text, lower(organization_name), ltrim(organization_phone, '+'), lower(promo_code)]))
--;
alter table orders add column payment_intent_id text
--;
-- Who placed and who closed it, when it was one of us.
alter table orders add column made_by text not null default ''
--;
alter table orders add column closed_by text not null default ''
--;
-- A device for each that was ordered. Pending until it is assigned.
create table order_item_devices (
  item_id uuid not null references order_items (id) on delete cascade,
  device_id uuid not null references devices (id),
  assigned_at timestamptz(3),
  primary key (item_id, device_id)
)
--;
create index order_item_devices_device on order_item_devices (device_id)
--;
drop index order_items_device
--;
alter table order_items drop column device_id
--;
-- What we gave back, by the provider's id of the refund.
create table order_refunds (
  id text primary key,
  order_id uuid not null references orders (id),
  invoice_id text,
  amount bigint not null,
  currency text not null,
  status text not null,
  reason text not null default '',
  by_name text not null default '',
  created_at timestamptz(3) not null
)
--;
create index order_refunds_order on order_refunds (order_id, created_at)
--;
-- Paid for by a customer who belongs to no organization yet. Its order is made when somebody links the customer.
create table kept_checkouts (
  id text primary key,
  customer_id text references stripe_customers (id),
  created_at timestamptz(3) not null
)
--;
create index kept_checkouts_customer on kept_checkouts (customer_id)
