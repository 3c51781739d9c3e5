-- Nobody but a known person passes step one, so no challenge is without one.
delete from sign_in_challenges where staff_id is null
--;
alter table sign_in_challenges alter column staff_id set not null
