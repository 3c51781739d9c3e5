-- Promo codes of the payment provider that were imported. What is the provider's is as it was last read there, at
-- `fetched_at`, and survives the deletion of its coupon; the rest is ours. `expires_at` is the end of the code or of its
-- coupon, whichever comes first. Amounts are minor units of the currency beside them.
create table campaigns (
  id uuid primary key,
  promo_id text not null unique,
  code text not null,
  is_active boolean not null,
  times_redeemed integer not null,
  max_redemptions integer,
  expires_at timestamptz(3),
  issued_at timestamptz(3) not null,
  first_time_only boolean not null default false,
  minimum_amount bigint,
  minimum_currency text,
  customer_id text,
  coupon_id text not null,
  coupon_name text not null default '',
  percent_off double precision,
  amount_off bigint,
  currency text,
  duration text not null,
  duration_in_months integer,
  coupon_times_redeemed integer not null,
  coupon_max_redemptions integer,
  product_ids text[] not null,
  fetched_at timestamptz(3) not null,
  type text not null default '',
  image_media_id uuid references media (id),
  image_name text not null default '',
  image_size integer not null default 0,
  organization_limit integer,
  status text not null default 'Available',
  created_by text not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  search text generated always as (' ' || lower(code || ' ' || coupon_name || ' ' || promo_id)) stored,
  version integer not null default 1
)
--;
create index campaigns_created on campaigns (created_at, id)
--;
create index campaigns_coupon on campaigns (coupon_id)
--;
create index campaigns_image on campaigns (image_media_id)
--;
create index campaigns_search on campaigns using gin (search gin_trgm_ops)
--;
create index campaigns_exact on campaigns using gin ((array[lower(code), lower(promo_id)]))
--;
-- Which invoices a code took something off.
create index stripe_invoices_discounts on stripe_invoices using gin (discounts jsonb_path_ops)
--;
create index organizations_payment_account on organizations (payment_account_id) where payment_account_id <> ''
