-- Refunds, disputes and credit notes of each payment, as the provider has them (contract: money-account.ts).
create table money_movements (
  id text primary key,
  kind text not null check (kind in ('refund', 'dispute', 'credit-note')),
  -- One of the two: a payment of an order may have no invoice.
  invoice_id text references stripe_invoices (id) on delete cascade,
  payment_intent_id text,
  currency text not null,
  movement jsonb not null
)
--;
create index money_movements_invoice on money_movements (invoice_id) where invoice_id is not null
--;
create index money_movements_intent on money_movements (payment_intent_id) where payment_intent_id is not null
--;
create index money_movements_open_disputes on money_movements ((movement ->> 'evidenceDueAt'), id)
  where movement ->> 'outcome' = 'open'
--;
alter table stripe_invoices
  -- The payments by the provider: id, amount, moment and method of each charge.
  add column charges jsonb not null default '[]',
  add column paid_outside bigint not null default 0,
  add column refund_pending bigint not null default 0,
  add column credited bigint not null default 0,
  add column returned_outside bigint not null default 0,
  add column disputed bigint not null default 0,
  add column lost bigint not null default 0,
  add column dispute_fees bigint not null default 0
--;
alter table revenue_days add column lost bigint not null default 0
--;
create or replace function sum_revenue() returns trigger language plpgsql as $$
declare
  after_change text := 'select id, status, paid_at, currency, 1 as n, amount_paid, refunded + returned_outside, lost from after_rows';
  before_change text := 'select id, status, paid_at, currency, -1, -amount_paid, -refunded - returned_outside, -lost from before_rows';
begin
  execute format(
    'insert into revenue_days (day, currency, invoices, amount, refunded, lost)
     select (paid_at at time zone ''UTC'')::date, currency, sum(n), sum(amount_paid), sum(refunded), sum(lost)
     from (%s) as changes (id, status, paid_at, currency, n, amount_paid, refunded, lost)
     where status = ''paid'' and paid_at is not null
     group by 1, 2 having sum(n) <> 0 or sum(amount_paid) <> 0 or sum(refunded) <> 0 or sum(lost) <> 0',
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
drop index stripe_invoices_paid
--;
create index stripe_invoices_paid on stripe_invoices (paid_at)
  include (currency, organization_id, amount_paid, refunded, returned_outside, lost) where status = 'paid'
--;
-- What we refunded ourselves is known with its moment.
insert into money_movements (id, kind, invoice_id, payment_intent_id, currency, movement)
select r.id, 'refund', i.id, case when i.id is null then o.payment_intent_id end, r.currency,
  jsonb_build_object('kind', 'refund', 'id', r.id, 'chargeId', coalesce(i.payment ->> 'chargeId', o.charge ->> 'chargeId'),
    'amount', r.amount, 'at', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', '',
    'status', r.status)
from order_refunds r join orders o on o.id = r.order_id left join stripe_invoices i on i.id = r.invoice_id
where i.id is not null or o.payment_intent_id is not null
--;
-- One charge until all are read again.
update stripe_invoices set charges = jsonb_build_array(jsonb_build_object('id', payment ->> 'chargeId', 'amount', amount_paid,
  'at', to_char(coalesce(paid_at, created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'type', payment ->> 'type', 'brand', payment ->> 'brand', 'last4', payment ->> 'last4'))
where payment is not null and amount_paid > 0
--;
update stripe_invoices set paid_outside = amount_paid where status = 'paid' and payment is null and amount_paid > 0
--;
alter table orders drop column charge_refunded
