select create_list('applications', 'applications', 'status', 'archived_at is null')
--;
select create_list('integrations', 'integrations', 'status')
