-- Invoices by what the provider says of them; which of the open ones are overdue depends on the moment.
select create_list('invoices', 'stripe_invoices', 'status', 'status <> ''draft''')
--;
create index stripe_invoices_total on stripe_invoices (total, id)
--;
create index stripe_invoices_status_total on stripe_invoices (status, total, id)
--;
drop index stripe_invoices_open
--;
-- By when they were to be paid: what is charged by itself has no due date and is due when it is issued.
create index stripe_invoices_open on stripe_invoices (coalesce(due_at, finalized_at, created_at), id) where status = 'open'
--;
-- What was ordered on each day of UTC, kept in the transaction of each write: a period is a sum of days, and of the orders of
-- those days that a time zone divides.
create table order_days (
  day date not null,
  status text not null,
  currency text not null,
  count bigint not null,
  amount bigint not null,
  primary key (day, status, currency)
)
--;
create function count_order_days() returns trigger language plpgsql as $$
declare
  after_change text := 'select created_at, status, currency, 1 as n, total from after_rows';
  before_change text := 'select created_at, status, currency, -1, -total from before_rows';
begin
  execute format(
    'insert into order_days (day, status, currency, count, amount)
     select (created_at at time zone ''UTC'')::date, status, currency, sum(n), sum(total) from (%s) as changes (created_at, status, currency, n, total)
     group by 1, 2, 3 having sum(n) <> 0 or sum(total) <> 0
     order by 1, 2, 3
     on conflict (day, status, currency) do update
     set count = order_days.count + excluded.count, amount = order_days.amount + excluded.amount',
    case tg_op
      when 'INSERT' then after_change
      when 'DELETE' then before_change
      else after_change || ' union all ' || before_change
    end);
  return null;
end
$$
--;
create trigger orders_summed_insert after insert on orders
  referencing new table as after_rows for each statement execute function count_order_days()
--;
create trigger orders_summed_update after update on orders
  referencing old table as before_rows new table as after_rows for each statement execute function count_order_days()
--;
create trigger orders_summed_delete after delete on orders
  referencing old table as before_rows for each statement execute function count_order_days()
--;
insert into order_days (day, status, currency, count, amount)
  select (created_at at time zone 'UTC')::date, status, currency, count(*), sum(total) from orders group by 1, 2, 3
--;
-- The activity of the platform: without what people do for themselves.
create index audit_entries_activities on audit_entries (seq)
  where entity not in ('audit', 'mail', 'staff') and action not like '%.list-exported'
