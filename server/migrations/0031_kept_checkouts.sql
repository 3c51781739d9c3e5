-- What is known of a checkout that belongs to nobody yet, so that staff can tell whose it is.
alter table kept_checkouts
  add column name text not null default '',
  add column email text not null default '',
  add column amount bigint,
  add column currency text not null default 'usd'
--;
update kept_checkouts k set
  name = coalesce(e.payload #>> '{customer_details,name}', ''),
  email = coalesce(e.payload #>> '{customer_details,email}', e.payload ->> 'customer_email', ''),
  amount = (e.payload ->> 'amount_total')::bigint,
  currency = coalesce(e.payload ->> 'currency', 'usd')
from stripe_events e
where e.object_id = k.id and e.type = 'checkout.session.completed'
--;
create index kept_checkouts_guests on kept_checkouts (created_at, id) where customer_id is null
