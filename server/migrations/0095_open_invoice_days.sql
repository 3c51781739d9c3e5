-- The days of open invoices are many, and what the other lists count is read at every look: they have a table of their own.
create table open_invoice_days (day date primary key, count bigint not null)
--;
create function count_open_invoice_days() returns trigger language plpgsql as $$
declare
  counted text := 'select (coalesce(due_at, finalized_at, created_at) at time zone ''UTC'')::date as day, %s as n from %s where status = ''open''';
  after_change text := format(counted, '1', 'after_rows');
  before_change text := format(counted, '-1', 'before_rows');
begin
  -- One order for all writers, so that two of them cannot wait for each other.
  execute format(
    'insert into open_invoice_days (day, count)
      select day, sum(n) from (%s) as rows group by day having sum(n) <> 0 order by day
      on conflict (day) do update set count = open_invoice_days.count + excluded.count',
    case tg_op
      when 'INSERT' then after_change
      when 'DELETE' then before_change
      else after_change || ' union all ' || before_change
    end);
  return null;
end
$$
--;
drop trigger open_invoices_counted_insert on stripe_invoices
--;
drop trigger open_invoices_counted_update on stripe_invoices
--;
drop trigger open_invoices_counted_delete on stripe_invoices
--;
create trigger open_invoice_days_insert after insert on stripe_invoices referencing new table as after_rows
  for each statement execute function count_open_invoice_days()
--;
create trigger open_invoice_days_update after update on stripe_invoices
  referencing old table as before_rows new table as after_rows
  for each statement execute function count_open_invoice_days()
--;
create trigger open_invoice_days_delete after delete on stripe_invoices referencing old table as before_rows
  for each statement execute function count_open_invoice_days()
--;
insert into open_invoice_days (day, count)
  select status::date, count from list_counts where list = 'open-invoices' and count <> 0
--;
delete from list_counts where list = 'open-invoices'
