-- A customer who was deleted at the provider is listed as long as something is billed to them.
drop index stripe_customers_unlinked
--;
create index stripe_customers_unlinked on stripe_customers (created_at, id) where organization_id is null
