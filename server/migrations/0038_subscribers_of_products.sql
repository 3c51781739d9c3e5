-- Who subscribes to a product is asked before it is deleted.
create index stripe_subscription_items_product on stripe_subscription_items (product_id);
--;
create index stripe_subscription_items_price on stripe_subscription_items (price_id)
