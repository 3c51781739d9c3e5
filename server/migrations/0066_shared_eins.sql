-- Whether an approval needs another look because another organization came to hold its EIN (with irs_changed_at).
alter table organizations add column ein_shared boolean not null default false
--;
alter table tax_decision_undos add column ein_shared boolean not null default false
