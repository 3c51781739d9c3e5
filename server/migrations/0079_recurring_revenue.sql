-- How the recurring revenue of each subscription changed (contract: recurring-revenue.ts), in minor units per month.
create table recurring_movements (
  subscription_id text not null references stripe_subscriptions (id) on delete cascade,
  -- From 1 on, in the order of time. What was written once is not written again.
  number integer not null,
  customer_id text not null references stripe_customers (id),
  currency text not null,
  kind text not null check (kind in ('new', 'expansion', 'contraction', 'churn', 'recovered')),
  -- The provider's moment where it says one.
  at timestamptz(3) not null,
  before bigint not null check (before >= 0),
  after bigint not null check (after >= 0 and after <> before),
  difference bigint not null generated always as (after - before) stored,
  -- Of the subscription then.
  items jsonb not null,
  -- Not followed when it happened.
  is_derived boolean not null,
  primary key (subscription_id, number)
)
--;
create index recurring_movements_customer on recurring_movements (customer_id)
--;
create index recurring_movements_at on recurring_movements (at) include (currency, kind, difference, customer_id, is_derived)
--;
create index recurring_movements_part on recurring_movements (currency, kind, at, subscription_id, number)
--;
-- Of subscriptions that there are: what is known of their past is when they began, when they ended and what they hold.
insert into recurring_movements
  (subscription_id, number, customer_id, currency, kind, at, before, after, items, is_derived)
with known as (
  select s.id, s.customer_id, s.currency, held.items, held.amount, s.ended_at,
    s.status in ('active', 'past_due') as counts, greatest(s.started_at, s.trial_end) as paid_from
  from stripe_subscriptions s cross join lateral (
    select round(sum(coalesce(i.unit_amount, 0) * i.quantity * case i.recurring_interval
          when 'day' then 365 when 'week' then 52 when 'month' then 12 when 'year' then 1 else 0 end
        / (12 * coalesce(i.interval_count, 1))))::bigint as amount,
      json_agg(json_build_object('productId', i.product_id, 'priceId', i.price_id) order by i.position) as items
    from stripe_subscription_items i where i.subscription_id = s.id) held
  where held.amount > 0
), moves as (
  select id, 1 as number, customer_id, currency, items, paid_from as at, 0 as before, amount as after from known
  where counts or paid_from < ended_at
  union all
  select id, 2, customer_id, currency, items, ended_at, amount, 0 from known where not counts and paid_from < ended_at
), ordered as (
  select m.*, sum(after - before) over owned - (after - before) as owner_before, row_number() over owned as nth
  from moves m join stripe_customers c on c.id = m.customer_id
  window owned as (partition by coalesce(c.organization_id::text, c.id), m.currency
    order by at, before - after, m.id, number)
)
select id, number, customer_id, currency,
  case when after > before then case when owner_before > 0 then 'expansion' when nth = 1 then 'new' else 'recovered' end
    when owner_before + after - before = 0 then 'churn' else 'contraction' end,
  at, before, after, items, true
from ordered
