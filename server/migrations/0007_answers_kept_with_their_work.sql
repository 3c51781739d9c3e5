-- An answer is now written in the transaction of the work it answers, so no key is without one.
delete from idempotency_keys where answer is null
--;
alter table idempotency_keys alter column answer set not null
--;
alter table idempotency_keys drop column status
