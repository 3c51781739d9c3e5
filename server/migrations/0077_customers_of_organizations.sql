alter table stripe_customers
  -- As the provider has it: below 0 it pays for the next invoices, above 0 it is charged with the next one.
  add column balance bigint not null default 0,
  add column balance_currency text not null default '',
  add column default_method_id text,
  -- When the reading of its payment methods began; null before the first.
  add column methods_read_at timestamptz(3),
  -- Why what is due cannot be charged, and by which payment method: 'lost pm_…' or 'expired pm_… 2026-11'; '' where it can.
  add column method_problem text not null default ''
--;
create index stripe_customers_method_problem on stripe_customers (organization_id) where method_problem <> ''
--;
alter table stripe_invoices
  -- Staff were told that its payment failed.
  add column is_failure_told boolean not null default false
--;
create index stripe_invoices_untold_failures on stripe_invoices (id)
  where status = 'open' and attempt_count > 0 and not is_failure_told
--;
alter table stripe_subscriptions
  add column canceled_at timestamptz(3),
  -- Its own payment method, instead of the default of its customer.
  add column default_method_id text
--;
create table stripe_payment_methods (
  id text primary key,
  customer_id text not null references stripe_customers (id) on delete cascade,
  type text not null,
  brand text not null default '',
  last4 text not null default '',
  exp_month integer,
  exp_year integer,
  created_at timestamptz(3) not null,
  -- When it was found to be gone.
  detached_at timestamptz(3),
  fetched_at timestamptz(3) not null
)
--;
create index stripe_payment_methods_customer on stripe_payment_methods (customer_id)
--;
create table payment_method_links (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  customer_id text not null references stripe_customers (id),
  token_hash text not null unique,
  -- Where it was mailed, '' where it was only copied.
  sent_to text not null,
  by_name text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  opened_at timestamptz(3),
  used_at timestamptz(3),
  -- The payment method that was saved with it.
  method_id text,
  revoked_at timestamptz(3)
)
--;
create index payment_method_links_organization on payment_method_links (organization_id, created_at)
--;
create index stripe_invoices_owed on stripe_invoices (organization_id) where status = 'open' and amount_remaining > 0
