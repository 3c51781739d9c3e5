-- When staff applied the promo code of an order, which is later than the order.
alter table orders add column promo_at timestamptz(3)
