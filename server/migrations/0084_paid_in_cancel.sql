-- The order whose cancellation was to void it, and found it paid: its money waits for a refund.
alter table stripe_invoices add column canceled_order_id uuid
--;
create index stripe_invoices_paid_in_cancel on stripe_invoices (paid_at, id)
  where canceled_order_id is not null and refunded + refund_pending + credited + returned_outside + lost = 0
