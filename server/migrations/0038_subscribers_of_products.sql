-- Who subscribes to a product is asked before it is deleted.
create index stripe_subscription_items_product on stripe_subscription_items (product_id);
--;
create index stripe_subscription_items_price on stripe_subscription_items (price_id)
--;
-- An integration that is deleted while somebody subscribes to it stays for the names on their plans.
alter table integrations add column deleted_at timestamptz(3)
--;
drop index integrations_place
--;
create index integrations_place on integrations (place, id) where deleted_at is null
--;
drop trigger integrations_counted_insert on integrations
--;
drop trigger integrations_counted_update on integrations
--;
drop trigger integrations_counted_delete on integrations
--;
select create_list('integrations', 'integrations', 'status', 'deleted_at is null')
