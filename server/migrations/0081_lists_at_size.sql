-- The disputes in each of their orders, of all and of one outcome, and how many there are of each.
create index money_movements_disputed on money_movements ((movement ->> 'at'), id) where kind = 'dispute'
--;
create index money_movements_amount on money_movements (((movement ->> 'amount')::bigint), id) where kind = 'dispute'
--;
create index money_movements_outcome on money_movements ((movement ->> 'outcome'), (movement ->> 'at'), id)
  where kind = 'dispute'
--;
create index money_movements_outcome_amount on money_movements ((movement ->> 'outcome'), ((movement ->> 'amount')::bigint), id)
  where kind = 'dispute'
--;
select create_list('disputes', 'money_movements', $$movement ->> 'outcome'$$, $$kind = 'dispute'$$)
--;
-- Invoices of customers who are linked to no organization.
create index stripe_invoices_of_nobody on stripe_invoices (created_at, id) where organization_id is null
--;
-- How often the organizations of overdue invoices were reminded is counted in the index alone.
drop index stripe_invoices_open
--;
create index stripe_invoices_open on stripe_invoices (coalesce(due_at, finalized_at, created_at))
  include (currency, organization_id, amount_remaining, due_at, finalized_at, created_at, reminded)
  where status = 'open'
