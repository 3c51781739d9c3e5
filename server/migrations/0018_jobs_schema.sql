-- Whoever serves may not create schemas: pg-boss fills this one and makes no other.
create schema if not exists pgboss
