-- Prices may have fractions of a minor unit, such as 12.5 cents.
alter table order_items alter column unit_amount type numeric;
--;
alter table stripe_subscription_items alter column unit_amount type numeric;
--;
create index stripe_customers_deleted on stripe_customers (created_at, id) where is_deleted and organization_id is not null;
