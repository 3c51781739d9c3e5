-- How far the payment of a kept checkout without an invoice is, and when it was paid.
alter table kept_checkouts
  add column payment text,
  add column paid_at timestamptz(3)
--;
update kept_checkouts k set
  payment = e.payment,
  paid_at = case when e.payment = 'paid' then e.created_at end
from (
  select distinct on (object_id) object_id, created_at, case
    when payload ->> 'payment_status' = 'paid' then 'paid'
    when type = 'checkout.session.async_payment_failed' then 'failed'
    else 'due' end as payment
  from stripe_events
  where type in ('checkout.session.completed', 'checkout.session.async_payment_succeeded',
      'checkout.session.async_payment_failed')
    and payload ->> 'payment_intent' is not null and payload ->> 'invoice' is null
  order by object_id, created_at desc, type = 'checkout.session.completed') e
where e.object_id = k.id
