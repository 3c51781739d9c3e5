-- What was paid on each day of UTC, kept in the transaction of each write. A writer adds a row of its own instead of changing
-- one that all share, so that writers neither wait for each other nor lock in two orders; a job puts the rows of a day
-- together, and the sum of all rows is right before and after.
create table revenue_days (
  day date not null,
  currency text not null,
  invoices bigint not null,
  amount bigint not null,
  refunded bigint not null,
  is_folded boolean not null default false
)
--;
create unique index revenue_days_folded on revenue_days (day, currency) where is_folded
--;
create index revenue_days_day on revenue_days (day)
--;
-- What of it the lines say was paid for which product; without one, ''.
create table revenue_product_days (
  day date not null,
  currency text not null,
  product_id text not null,
  amount bigint not null,
  is_folded boolean not null default false
)
--;
create unique index revenue_product_days_folded on revenue_product_days (day, currency, product_id) where is_folded
--;
create index revenue_product_days_day on revenue_product_days (day)
--;
create function sum_revenue() returns trigger language plpgsql as $$
declare
  after_change text := 'select id, status, paid_at, currency, 1 as n, amount_paid, refunded from after_rows';
  before_change text := 'select id, status, paid_at, currency, -1, -amount_paid, -refunded from before_rows';
begin
  execute format(
    'insert into revenue_days (day, currency, invoices, amount, refunded)
     select (paid_at at time zone ''UTC'')::date, currency, sum(n), sum(amount_paid), sum(refunded)
     from (%s) as changes (id, status, paid_at, currency, n, amount_paid, refunded)
     where status = ''paid'' and paid_at is not null
     group by 1, 2 having sum(n) <> 0 or sum(amount_paid) <> 0 or sum(refunded) <> 0',
    case tg_op
      when 'INSERT' then after_change
      when 'DELETE' then before_change
      else after_change || ' union all ' || before_change
    end);
  -- Lines come after their invoice and go before it, each counted by its own trigger: here it is what becomes of those that
  -- are there.
  if tg_op = 'UPDATE' then
    insert into revenue_product_days (day, currency, product_id, amount)
      select (moved.paid_at at time zone 'UTC')::date, moved.currency, coalesce(l.product_id, ''), sum(moved.n * (l.amount - l.discount))
      from (
        select id, paid_at, currency, sum(n) as n from (
          select id, status, paid_at, currency, 1 as n from after_rows
          union all
          select id, status, paid_at, currency, -1 from before_rows
        ) as changes
        where status = 'paid' and paid_at is not null
        group by 1, 2, 3 having sum(n) <> 0
      ) as moved join stripe_invoice_lines l on l.invoice_id = moved.id
      group by 1, 2, 3 having sum(moved.n * (l.amount - l.discount)) <> 0;
  end if;
  return null;
end
$$
--;
create trigger invoices_summed_insert after insert on stripe_invoices
  referencing new table as after_rows for each statement execute function sum_revenue()
--;
create trigger invoices_summed_update after update on stripe_invoices
  referencing old table as before_rows new table as after_rows for each statement execute function sum_revenue()
--;
create trigger invoices_summed_delete after delete on stripe_invoices
  referencing old table as before_rows for each statement execute function sum_revenue()
--;
create function sum_revenue_of_lines() returns trigger language plpgsql as $$
declare
  after_change text := 'select invoice_id, product_id, amount - discount as amount from after_rows';
  before_change text := 'select invoice_id, product_id, discount - amount from before_rows';
  changes text := case tg_op
    when 'INSERT' then after_change
    when 'DELETE' then before_change
    else after_change || ' union all ' || before_change
  end;
begin
  -- Whoever is about to change what these invoices are is waited for, and waits: of the two the later one counts the lines.
  execute format(
    'select from stripe_invoices where id in (select invoice_id from (%s) as changes) order by id for no key update', changes);
  execute format(
    'insert into revenue_product_days (day, currency, product_id, amount)
     select (i.paid_at at time zone ''UTC'')::date, i.currency, coalesce(changes.product_id, ''''), sum(changes.amount)
     from (%s) as changes (invoice_id, product_id, amount) join stripe_invoices i on i.id = changes.invoice_id
     where i.status = ''paid'' and i.paid_at is not null
     group by 1, 2, 3 having sum(changes.amount) <> 0',
    changes);
  return null;
end
$$
--;
create trigger invoice_lines_summed_insert after insert on stripe_invoice_lines
  referencing new table as after_rows for each statement execute function sum_revenue_of_lines()
--;
create trigger invoice_lines_summed_update after update on stripe_invoice_lines
  referencing old table as before_rows new table as after_rows for each statement execute function sum_revenue_of_lines()
--;
create trigger invoice_lines_summed_delete after delete on stripe_invoice_lines
  referencing old table as before_rows for each statement execute function sum_revenue_of_lines()
--;
-- While it can still be said when they were paid.
create function remove_lines_of_invoice() returns trigger language plpgsql as $$
begin
  delete from stripe_invoice_lines where invoice_id = old.id;
  return old;
end
$$
--;
create trigger invoices_lines_removed before delete on stripe_invoices
  for each row when (old.status = 'paid') execute function remove_lines_of_invoice()
--;
insert into revenue_days (day, currency, invoices, amount, refunded, is_folded)
  select (paid_at at time zone 'UTC')::date, currency, count(*), sum(amount_paid), sum(refunded), true
  from stripe_invoices where status = 'paid' and paid_at is not null group by 1, 2
--;
insert into revenue_product_days (day, currency, product_id, amount, is_folded)
  select (i.paid_at at time zone 'UTC')::date, i.currency, coalesce(l.product_id, ''), sum(l.amount - l.discount), true
  from stripe_invoices i join stripe_invoice_lines l on l.invoice_id = i.id
  where i.status = 'paid' and i.paid_at is not null group by 1, 2, 3
--;
-- The sum of whole amounts as a whole amount: PostgreSQL's own is a numeric, which takes a third longer for many small groups.
create aggregate sum_amounts(bigint) (sfunc = int8pl, stype = bigint, initcond = '0')
--;
-- Who paid in a period is read from the index alone: a month of an organization has hardly fewer invoices than sums.
drop index stripe_invoices_paid
--;
create index stripe_invoices_paid on stripe_invoices (paid_at) include (currency, organization_id, amount_paid, refunded)
  where status = 'paid'
--;
-- So is who owes: an index of an expression is read alone only when it holds the columns of the expression too.
drop index stripe_invoices_open
--;
create index stripe_invoices_open on stripe_invoices (coalesce(due_at, finalized_at, created_at))
  include (currency, organization_id, amount_remaining, due_at, finalized_at, created_at) where status = 'open'
