-- By what organizations are found that may be one. The words are folded by the code, which has the one folding there is:
-- at each write of a name or a city, and by a job for rows that have none yet.
alter table organizations add column match_words text[]
--;
create index organizations_match_words on organizations using gin (match_words)
--;
create index organizations_not_matched on organizations (id) where match_words is null
--;
create index organizations_same_ein on organizations (ein) where ein <> ''
--;
-- The domain of a web address, without www: https://www.masjid.example/donate is masjid.example.
create function web_host(website text) returns text language sql immutable parallel safe as $$
  select lower(substring(website from '^[Hh][Tt][Tt][Pp][Ss]?://(?:[Ww]{3}\.)?([^/:?#]+)'))
$$
--;
create index organizations_web_host on organizations (web_host(website)) where website <> ''
