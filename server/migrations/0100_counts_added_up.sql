-- Whoever writes a row of a list adds what it changes instead of changing a count that all share, so that no writer waits
-- for another. Every second the changes are put into folded_list_counts (decision 060). list_counts is both,
-- as the former version reads it too, also where it serves again.
create table list_changes (
  list text not null,
  status text not null,
  count bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)
--;
-- The former version writes on until it ends, before the start that replaces it grants its rights.
do $$
declare
  role text;
begin
  for role in select distinct grantee::regrole from pg_class, aclexplode(relacl) where oid = 'list_counts'::regclass and grantee <> 0 loop
    execute format('grant select, insert, update, delete on list_changes to %s', role);
  end loop;
end
$$
--;
-- squawk-ignore renaming-table
alter table list_counts rename to folded_list_counts
--;
alter index list_counts_pkey rename to folded_list_counts_pkey
--;
create view list_counts as
  select list, status, sum_amounts(count) as count
  from (select list, status, count from folded_list_counts union all select list, status, count from list_changes) as parts
  group by list, status
--;
do $$
declare
  role text;
begin
  for role in select distinct grantee::regrole from pg_class, aclexplode(relacl) where oid = 'list_changes'::regclass and grantee <> 0 loop
    execute format('grant select on list_counts to %s', role);
  end loop;
end
$$
--;
create or replace function add_to_list_counts(of_list text, changes jsonb) returns void language plpgsql as $$
begin
  insert into list_changes (list, status, count)
    select of_list, key, value::bigint from jsonb_each_text(changes) where value::bigint <> 0;
end
$$
--;
-- The triggers that count a list, in place of those that counted it before. What a row is counted as and which rows are
-- counted is SQL over new.
create function count_list(of_list text, of_table regclass, status_of text, which text) returns void language plpgsql as $$
declare
  name text := replace(of_list, '-', '_') || '_counted';
  after_change text := format('case when %s then %s end', which, status_of);
  before_change text := replace(after_change, 'new.', 'old.');
  event text;
begin
  perform set_config('lock_timeout', '300ms', true);
  foreach event in array array['', '_insert', '_update', '_delete'] loop
    execute format('drop trigger if exists %I on %s', name || event, of_table);
  end loop;
  execute format('create or replace function %I() returns trigger language plpgsql as %L', name, format($body$
declare
  status text;
begin
  if tg_op <> 'INSERT' then
    status := %s;
    if status is not null then insert into list_changes values (%L, status, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    status := %s;
    if status is not null then insert into list_changes values (%L, status, 1); end if;
  end if;
  return null;
end
$body$, before_change, of_list, after_change, of_list));
  execute format('create trigger %I after insert or delete on %s for each row execute function %I()', name, of_table, name);
  execute format('create trigger %I after update on %s for each row when ((%s) is distinct from (%s)) execute function %I()',
    name || '_update', of_table, before_change, after_change, name);
end
$$
--;
-- Begins to count a list: the triggers first, as they keep writers out until the rows that are there are counted.
create or replace function create_list(of_list text, of_table regclass, status_of text, which text default 'true')
returns void language plpgsql as $$
begin
  perform count_list(of_list, of_table, status_of, which);
  delete from list_changes where list = of_list and status <> 'changes';
  delete from folded_list_counts where list = of_list and status <> 'changes';
  execute format('insert into list_changes select %L, %s, count(*) from %s as new where %s group by 2',
    of_list, status_of, of_table, which);
end
$$
--;
create function add_order_to_days() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into order_days (day, status, currency, count, amount)
      values ((old.created_at at time zone 'UTC')::date, old.status, old.currency, -1, -old.total);
  end if;
  if tg_op <> 'DELETE' then
    insert into order_days (day, status, currency, count, amount)
      values ((new.created_at at time zone 'UTC')::date, new.status, new.currency, 1, new.total);
  end if;
  return null;
end
$$
--;
create function add_invoice_to_open_days() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'open' then
    insert into open_invoice_days (day, count)
      values ((coalesce(old.due_at, old.finalized_at, old.created_at) at time zone 'UTC')::date, -1);
  end if;
  if tg_op <> 'DELETE' and new.status = 'open' then
    insert into open_invoice_days (day, count)
      values ((coalesce(new.due_at, new.finalized_at, new.created_at) at time zone 'UTC')::date, 1);
  end if;
  return null;
end
$$
--;
create function add_invoice_to_revenue() returns trigger language plpgsql as $$
declare
  was_paid boolean := tg_op <> 'INSERT' and old.status = 'paid' and old.paid_at is not null;
  is_paid boolean := tg_op <> 'DELETE' and new.status = 'paid' and new.paid_at is not null;
begin
  if was_paid then
    insert into revenue_days (day, currency, invoices, amount, refunded, lost)
      values ((old.paid_at at time zone 'UTC')::date, old.currency, -1, -old.amount_paid, -old.refunded - old.returned_outside, -old.lost);
  end if;
  if is_paid then
    insert into revenue_days (day, currency, invoices, amount, refunded, lost)
      values ((new.paid_at at time zone 'UTC')::date, new.currency, 1, new.amount_paid, new.refunded + new.returned_outside, new.lost);
  end if;
  -- Lines come after their invoice and go before it, each counted by its own trigger: here it is what becomes of those that
  -- are there.
  if tg_op = 'UPDATE' and (was_paid, old.paid_at, old.currency) is distinct from (is_paid, new.paid_at, new.currency) then
    insert into revenue_product_days (day, currency, product_id, amount)
      select (paid_at at time zone 'UTC')::date, currency, coalesce(product_id, ''), sum(n * (amount - discount))
      from (values (was_paid, old.paid_at, old.currency, -1), (is_paid, new.paid_at, new.currency, 1)) as moved (counts, paid_at, currency, n)
      join stripe_invoice_lines on invoice_id = new.id
      where counts group by 1, 2, 3 having sum(n * (amount - discount)) <> 0;
  end if;
  return null;
end
$$
--;
create function add_to_product_revenue(of_invoice text, product text, amount bigint) returns void language plpgsql as $$
declare
  invoice record;
begin
  -- Whoever is about to change what the invoice is is waited for, and waits: of the two the later one counts the line.
  select status, paid_at, currency into invoice from stripe_invoices where id = of_invoice for no key update;
  if invoice.status = 'paid' and invoice.paid_at is not null and amount <> 0 then
    insert into revenue_product_days (day, currency, product_id, amount)
      values ((invoice.paid_at at time zone 'UTC')::date, invoice.currency, coalesce(product, ''), amount);
  end if;
end
$$
--;
create function add_line_to_revenue() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform add_to_product_revenue(old.invoice_id, old.product_id, old.discount - old.amount);
  end if;
  if tg_op <> 'DELETE' then
    perform add_to_product_revenue(new.invoice_id, new.product_id, new.amount - new.discount);
  end if;
  return null;
end
$$
