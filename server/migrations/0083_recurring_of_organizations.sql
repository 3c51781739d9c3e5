-- Whose the subscription is. Finance sums what an organization pays in a month from the index alone.
alter table recurring_movements add column organization_id uuid references organizations (id)
--;
update recurring_movements m set organization_id = c.organization_id from stripe_customers c
where c.id = m.customer_id and c.organization_id is not null
--;
create index recurring_movements_organization on recurring_movements (organization_id, currency, at) include (difference)
--;
create index stripe_invoices_taken_back on stripe_invoices (created_at, id) where refunded + returned_outside + lost > 0
--;
-- What the provider says of why it ended, or will end.
alter table stripe_subscriptions add column cancellation jsonb
