-- What changes at the end of the period by the provider's schedule (PlannedChange), and how the subscription is paid.
alter table stripe_subscriptions add column planned_change jsonb
--;
alter table stripe_subscriptions add column collection_method text not null default ''
--;
-- As its newest invoice; the next comparison reads the others.
update stripe_subscriptions s set collection_method = coalesce((select i.collection_method from stripe_invoices i
  where i.subscription_id = s.id order by i.created_at desc limit 1), '')
