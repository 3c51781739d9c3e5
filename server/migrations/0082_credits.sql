alter table order_refunds add column is_credit boolean not null default false
