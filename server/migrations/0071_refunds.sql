-- Of the requests that stored or joined an operation, so that one sent again after a crash finds it.
alter table stripe_operations add column request_keys text[] not null default '{}'
--;
create index stripe_operations_request_keys on stripe_operations using gin (request_keys)
--;
-- An invoice may belong to no order.
alter table order_refunds alter column order_id drop not null
--;
create index order_refunds_invoice on order_refunds (invoice_id) where invoice_id is not null
