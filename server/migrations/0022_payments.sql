-- What the payment provider says, as it was last read there (docs/decisions/022). Amounts are whole minor units of the
-- currency beside them. `fetched_at` is when the reading began: an older one never overwrites a newer.
create table stripe_customers (
  id text primary key,
  organization_id uuid references organizations (id),
  name text not null default '',
  email text not null default '',
  created_at timestamptz(3) not null,
  linked_at timestamptz(3),
  linked_by text not null default '',
  is_deleted boolean not null default false,
  fetched_at timestamptz(3) not null
)
--;
create index stripe_customers_organization on stripe_customers (organization_id) where organization_id is not null
--;
create index stripe_customers_unlinked on stripe_customers (created_at, id) where organization_id is null and not is_deleted
--;
create table stripe_products (
  id text primary key,
  name text not null,
  fetched_at timestamptz(3) not null
)
--;
create table stripe_prices (
  id text primary key,
  product_id text not null,
  nickname text not null default '',
  unit_amount bigint,
  currency text not null,
  recurring_interval text,
  interval_count integer,
  is_active boolean not null,
  fetched_at timestamptz(3) not null
)
--;
create table stripe_subscriptions (
  id text primary key,
  customer_id text not null references stripe_customers (id),
  organization_id uuid references organizations (id),
  status text not null,
  currency text not null,
  started_at timestamptz(3) not null,
  current_period_end timestamptz(3),
  trial_end timestamptz(3),
  cancel_at timestamptz(3),
  cancel_at_period_end boolean not null,
  ended_at timestamptz(3),
  card_brand text not null default '',
  card_last4 text not null default '',
  latest_invoice_id text,
  discounts jsonb not null,
  metadata jsonb not null,
  fetched_at timestamptz(3) not null
)
--;
create index stripe_subscriptions_organization on stripe_subscriptions (organization_id, started_at, id) where organization_id is not null
--;
create index stripe_subscriptions_customer on stripe_subscriptions (customer_id)
--;
create table stripe_subscription_items (
  id text primary key,
  subscription_id text not null references stripe_subscriptions (id) on delete cascade,
  position integer not null,
  price_id text not null,
  product_id text not null,
  quantity integer not null,
  unit_amount bigint,
  currency text not null,
  recurring_interval text,
  interval_count integer,
  current_period_start timestamptz(3) not null,
  current_period_end timestamptz(3) not null
)
--;
create index stripe_subscription_items_subscription on stripe_subscription_items (subscription_id, position)
--;
create table stripe_invoices (
  id text primary key,
  customer_id text not null references stripe_customers (id),
  organization_id uuid references organizations (id),
  subscription_id text,
  number text,
  receipt_number text,
  status text not null,
  billing_reason text not null default '',
  currency text not null,
  subtotal bigint not null,
  discount bigint not null,
  tax bigint not null,
  shipping bigint not null,
  total bigint not null,
  amount_due bigint not null,
  amount_paid bigint not null,
  amount_remaining bigint not null,
  -- What went back by refunds and credit notes after it was paid.
  refunded bigint not null default 0,
  recurring_interval text,
  interval_count integer,
  discounts jsonb not null,
  customer_name text not null default '',
  customer_email text not null default '',
  customer_address jsonb,
  attempt_count integer not null default 0,
  created_at timestamptz(3) not null,
  finalized_at timestamptz(3),
  due_at timestamptz(3),
  paid_at timestamptz(3),
  -- The newest payment that succeeded: charge, receipt, card.
  payment jsonb,
  search text generated always as (' ' || lower(coalesce(number, '') || ' ' || coalesce(receipt_number, '') || ' ' || customer_name || ' ' || customer_email)) stored,
  fetched_at timestamptz(3) not null
)
--;
create index stripe_invoices_organization on stripe_invoices (organization_id, created_at, id) where organization_id is not null
--;
create index stripe_invoices_customer on stripe_invoices (customer_id)
--;
create index stripe_invoices_subscription on stripe_invoices (subscription_id, created_at) where subscription_id is not null
--;
create index stripe_invoices_status_created on stripe_invoices (status, created_at, id)
--;
create index stripe_invoices_created on stripe_invoices (created_at, id)
--;
create index stripe_invoices_paid on stripe_invoices (paid_at, id) where paid_at is not null
--;
create index stripe_invoices_open on stripe_invoices (due_at, id) where status = 'open'
--;
create index stripe_invoices_charge on stripe_invoices ((payment ->> 'chargeId')) where payment is not null
--;
create index stripe_invoices_search on stripe_invoices using gin (search gin_trgm_ops)
--;
create index stripe_invoices_exact on stripe_invoices using gin ((array[lower(coalesce(number, '')), lower(coalesce(receipt_number, '')), lower(id)]))
--;
create table stripe_invoice_lines (
  id text primary key,
  invoice_id text not null references stripe_invoices (id) on delete cascade,
  position integer not null,
  description text not null default '',
  product_id text,
  price_id text,
  subscription_item_id text,
  quantity integer,
  unit_amount text,
  amount bigint not null,
  discount bigint not null,
  is_proration boolean not null,
  recurring_interval text,
  interval_count integer,
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null
)
--;
create index stripe_invoice_lines_invoice on stripe_invoice_lines (invoice_id, position)
--;
-- What the provider told us, kept before it is answered; the work is done from here and may be done twice.
create table stripe_events (
  id text primary key,
  type text not null,
  object_id text not null,
  account text not null default '',
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  payload jsonb not null,
  state text not null,
  problem text not null default '',
  worked_at timestamptz(3)
)
--;
create index stripe_events_waiting on stripe_events (received_at, id) where state = 'received'
--;
create index stripe_events_worked on stripe_events (worked_at) where worked_at is not null
--;
-- A call that moves money is written down before it is made. Its id is the Idempotency-Key at the provider.
create table stripe_operations (
  id uuid primary key,
  kind text not null,
  target text not null,
  params jsonb not null,
  params_hash text not null,
  state text not null,
  answer jsonb,
  problem text not null default '',
  by_actor jsonb not null,
  tries integer not null default 0,
  created_at timestamptz(3) not null,
  tried_at timestamptz(3) not null,
  settled_at timestamptz(3)
)
--;
create unique index stripe_operations_open on stripe_operations (kind, target, params_hash) where state in ('pending', 'unknown')
--;
create index stripe_operations_target on stripe_operations (target, created_at)
--;
create index stripe_operations_tried on stripe_operations (tried_at) where state in ('pending', 'unknown')
--;
-- Where our copy and the provider did not agree when all of it was compared. Repaired when it was found.
create table stripe_drift (
  id uuid primary key,
  found_at timestamptz(3) not null,
  object text not null,
  object_id text not null,
  field text not null,
  local text not null,
  remote text not null
)
--;
create index stripe_drift_found on stripe_drift (found_at, id)
--;
create table stripe_walks (
  id uuid primary key,
  kind text not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  compared integer not null default 0,
  differed integer not null default 0,
  problem text not null default ''
)
--;
create index stripe_walks_started on stripe_walks (kind, started_at)
--;
create sequence order_no start 100001
--;
-- Orders are ours: the provider has none. One is made of a checkout, or by staff.
create table orders (
  id uuid primary key,
  order_no bigint not null unique default nextval('order_no'),
  organization_id uuid not null references organizations (id),
  -- Kept by triggers, for the search and the list.
  organization_name text not null default '',
  organization_phone text not null default '',
  status text not null,
  source text not null,
  email text not null default '',
  currency text not null default 'usd',
  subtotal bigint not null,
  discount bigint not null default 0,
  tax bigint not null default 0,
  shipping bigint not null default 0,
  total bigint not null,
  promo_code text not null default '',
  promo_id text not null default '',
  shipping_line1 text not null default '',
  shipping_city text not null default '',
  shipping_state text not null default '',
  shipping_postal_code text not null default '',
  customer_id text references stripe_customers (id),
  checkout_id text unique,
  subscription_id text,
  invoice_id text,
  cancel_reason text not null default '',
  closed_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search text generated always as (' ' || order_no::text || ' ' || lower(organization_name || ' ' || email || ' ' || organization_phone || ' ' || promo_code)) stored,
  version integer not null default 1
)
--;
create index orders_created on orders (created_at, id)
--;
create index orders_total on orders (total, id)
--;
create index orders_organization_name on orders (organization_name, id)
--;
create index orders_status_created on orders (status, created_at, id)
--;
create index orders_status_total on orders (status, total, id)
--;
create index orders_status_organization_name on orders (status, organization_name, id)
--;
create index orders_organization on orders (organization_id, created_at, id)
--;
create index orders_subscription on orders (subscription_id) where subscription_id is not null
--;
create index orders_invoice on orders (invoice_id) where invoice_id is not null
--;
create index orders_promo on orders (promo_id, created_at) where promo_id <> ''
--;
create index orders_search on orders using gin (search gin_trgm_ops)
--;
create index orders_exact on orders using gin ((array[order_no::text, '#' || order_no::text, lower(email), lower(organization_name), lower(promo_code)]))
--;
select create_list('orders', 'orders', 'status')
--;
create table order_items (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  position integer not null,
  name text not null,
  plan_type text not null default '',
  kind text not null,
  app_stream text not null default '',
  quantity integer not null,
  -- Of one, for one period.
  unit_amount bigint not null,
  amount bigint not null,
  currency text not null default 'usd',
  frequency text not null,
  product_id text not null default '',
  price_id text not null default '',
  subscription_item_id text not null default '',
  status text not null,
  due_at timestamptz(3),
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  device_id uuid references devices (id),
  staff_id uuid references staff (id),
  removed_at timestamptz(3)
)
--;
create index order_items_order on order_items (order_id, position)
--;
create index order_items_device on order_items (device_id) where device_id is not null
--;
create index order_items_staff on order_items (staff_id) where staff_id is not null
--;
create function name_organization_of_order() returns trigger language plpgsql as $$
begin
  select name, primary_phone into new.organization_name, new.organization_phone from organizations where id = new.organization_id;
  return new;
end
$$
--;
create trigger orders_organization_named before insert or update of organization_id on orders
  for each row execute function name_organization_of_order()
--;
create function rename_organization_in_orders() returns trigger language plpgsql as $$
begin
  update orders set organization_name = new.name, organization_phone = new.primary_phone where organization_id = new.id;
  return null;
end
$$
--;
create trigger organizations_renamed_in_orders after update of name, primary_phone on organizations
  for each row when (old.name is distinct from new.name or old.primary_phone is distinct from new.primary_phone)
  execute function rename_organization_in_orders()
--;
-- The connected account of the provider through which an organization is paid out.
alter table organizations add column payment_account_id text not null default ''
