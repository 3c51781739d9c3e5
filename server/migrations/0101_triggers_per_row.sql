-- without a transaction
-- A table at a time, so that a write waits for its own alone. Each statement waits 300 ms for its table, and can be run
-- again; whoever writes is counted by the triggers before it or by those after it.
select count_list('invites', 'invites', 'new.status', 'true')
--;
select count_list('organizations', 'organizations', 'new.status', 'true')
--;
select count_list('tax-reviews', 'organizations',
  $$concat_ws(' ', case
    when new.waiting_since is not null then concat_ws(' ', 'waiting',
      case when new.ein_status = 'Pending' then 'ein' end,
      case when new.exempt_status = 'Pending' then 'exemption' end,
      case when new.tax_resubmitted then 'resubmitted' end,
      case when new.irs_changed_at is not null then 'changed' end,
      case when not new.has_papers then 'no-paper' end,
      new.tax_group)
    when new.papers_due_at is not null then 'papers papers-' || new.tax_group
    else 'decided decided-' || new.decided_group end,
    case when new.ein_against is not null or new.exempt_against is not null then 'against' end)$$,
  'new.waiting_since is not null or new.papers_due_at is not null or new.decided_at is not null')
--;
select count_list('devices', 'devices', 'new.listed_status', 'new.deleted_at is null')
--;
select count_list('staff', 'staff', 'new.status', 'true')
--;
select count_list('demo-requests', 'demo_requests', $$case when new.spam then 'spam ' else '' end || new.status$$, 'new.deleted_at is null')
--;
select count_list('contact-inquiries', 'contact_inquiries', $$case when new.spam then 'spam ' else '' end || new.status$$, 'new.deleted_at is null')
--;
select count_list('applications', 'applications', 'new.status', 'new.archived_at is null')
--;
select count_list('integrations', 'integrations', 'new.status', 'new.deleted_at is null')
--;
select count_list('orders', 'orders', 'new.status', 'true')
--;
select count_list('invoices', 'stripe_invoices', 'new.status', $$new.status <> 'draft'$$)
--;
select count_list('disputes', 'money_movements', $$new.movement ->> 'outcome'$$, $$new.kind = 'dispute'$$)
--;
-- Sums of days as those of revenue are: a row for each write, which a job puts together.
do $$
begin
  perform set_config('lock_timeout', '300ms', true);
  drop trigger if exists orders_summed_insert on orders;
  drop trigger if exists orders_summed_update on orders;
  drop trigger if exists orders_summed_delete on orders;
  create or replace trigger orders_summed after insert or delete on orders
    for each row execute function add_order_to_days();
  create trigger orders_summed_update after update on orders for each row
    when ((old.created_at, old.status, old.currency, old.total) is distinct from (new.created_at, new.status, new.currency, new.total))
    execute function add_order_to_days();
  alter table order_days add column if not exists is_folded boolean not null default true;
  alter table order_days alter column is_folded set default false, drop constraint if exists order_days_pkey;
  create unique index if not exists order_days_folded on order_days (day, status, currency) where is_folded;
  create index if not exists order_days_day on order_days (day);
end
$$
--;
do $$
begin
  perform set_config('lock_timeout', '300ms', true);
  drop trigger if exists open_invoice_days_insert on stripe_invoices;
  drop trigger if exists open_invoice_days_update on stripe_invoices;
  drop trigger if exists open_invoice_days_delete on stripe_invoices;
  create or replace trigger open_invoice_days after insert or delete on stripe_invoices
    for each row execute function add_invoice_to_open_days();
  create trigger open_invoice_days_update after update on stripe_invoices for each row
    when ((old.status, old.due_at, old.finalized_at, old.created_at) is distinct from (new.status, new.due_at, new.finalized_at, new.created_at))
    execute function add_invoice_to_open_days();
  alter table open_invoice_days add column if not exists is_folded boolean not null default true;
  alter table open_invoice_days alter column is_folded set default false, drop constraint if exists open_invoice_days_pkey;
  create unique index if not exists open_invoice_days_folded on open_invoice_days (day) where is_folded;
end
$$
--;
do $$
begin
  perform set_config('lock_timeout', '300ms', true);
  drop trigger if exists invoices_summed_insert on stripe_invoices;
  drop trigger if exists invoices_summed_update on stripe_invoices;
  drop trigger if exists invoices_summed_delete on stripe_invoices;
  create or replace trigger invoices_summed after insert or delete on stripe_invoices
    for each row execute function add_invoice_to_revenue();
  create trigger invoices_summed_update after update on stripe_invoices for each row
    when ((old.status, old.paid_at, old.currency, old.amount_paid, old.refunded, old.returned_outside, old.lost)
      is distinct from (new.status, new.paid_at, new.currency, new.amount_paid, new.refunded, new.returned_outside, new.lost))
    execute function add_invoice_to_revenue();
end
$$
--;
do $$
begin
  perform set_config('lock_timeout', '300ms', true);
  drop trigger if exists invoice_lines_summed_insert on stripe_invoice_lines;
  drop trigger if exists invoice_lines_summed_update on stripe_invoice_lines;
  drop trigger if exists invoice_lines_summed_delete on stripe_invoice_lines;
  create or replace trigger invoice_lines_summed after insert or delete on stripe_invoice_lines
    for each row execute function add_line_to_revenue();
  create trigger invoice_lines_summed_update after update on stripe_invoice_lines for each row
    when ((old.invoice_id, old.product_id, old.amount, old.discount) is distinct from (new.invoice_id, new.product_id, new.amount, new.discount))
    execute function add_line_to_revenue();
end
$$
--;
drop function if exists count_rows, count_order_days, count_open_invoice_days, sum_revenue, sum_revenue_of_lines
