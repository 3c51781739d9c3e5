import { type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../src/kit/db/db.ts'

/** Everything the migrations made, as statements: what stands in the database and not what somebody meant to put there. Partitions depend on the day. */
export async function readSchema(db: Db): Promise<string> {
  const tables = await rowsOf<{ name: string; lines: string[]; options: string | null; key: string | null }>(
    db,
    tablesQuery,
  )
  const texts = async (query: SQL) => (await rowsOf<{ text: string }>(db, query)).map((row) => row.text)
  const made = tables.map(({ name, lines, options, key }) => {
    const columns = lines.map((line) => `  ${line}`).join(',\n')
    return `create table ${name} (\n${columns}\n)${key ? ` partition by ${key}` : ''}${options ? ` with (${options})` : ''}`
  })
  const parts = [
    ...(await texts(sequencesQuery)),
    ...made,
    ...(await texts(indexesQuery)),
    ...(await texts(functionsQuery)),
    ...(await texts(aggregatesQuery)),
    ...(await texts(viewsQuery)),
    ...(await texts(triggersQuery)),
  ]
  return `${parts.map((part) => `${part.trim()};`).join('\n\n')}\n`
}

/** What an extension brought along is its own. */
const isOurs = (catalog: string, oid: string) =>
  sql.raw(`not exists (select from pg_depend d
    where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`)

const inPublic = (oid: string) => sql.raw(`${oid} = 'public'::regnamespace`)

/** PostgreSQL 18 lists `not null` among the constraints too; it is said with its column. */
const tablesQuery = sql`
select c.relname as name, array_to_string(c.reloptions, ', ') as options, pg_get_partkeydef(c.oid) as key,
  (select json_agg(line order by place, line) from (
    select a.attnum::integer as place, concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
      case when a.attgenerated = 's' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
        when d.adbin is not null then 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
      case when a.attnotnull then 'not null' end) as line
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    union all
    select 10000, 'constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid)
    from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n') as lines) as lines
from pg_class c
where c.relkind in ('r', 'p') and not c.relispartition and ${inPublic('c.relnamespace')} and c.relname <> 'schema_migrations' and ${isOurs('pg_class', 'c.oid')}
order by c.relname`

const sequencesQuery = sql`
select 'create sequence ' || quote_ident(c.relname) as text from pg_class c
where c.relkind = 'S' and ${inPublic('c.relnamespace')} order by c.relname`

/** Those of a primary key or a unique constraint are said with their table. */
const indexesQuery = sql`
select pg_get_indexdef(i.indexrelid) as text
from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
where ${inPublic('c.relnamespace')} and t.relname <> 'schema_migrations' and not t.relispartition
  and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
order by t.relname, c.relname`

const functionsQuery = sql`
select pg_get_functiondef(p.oid) as text from pg_proc p
where ${inPublic('p.pronamespace')} and p.prokind in ('f', 'p') and ${isOurs('pg_proc', 'p.oid')}
order by p.proname, pg_get_function_identity_arguments(p.oid)`

/** Of those that are a function over a state, which is all there are. */
const aggregatesQuery = sql`
select format('create aggregate %s (sfunc = %s, stype = %s, initcond = %L)', p.oid::regprocedure, a.aggtransfn,
  format_type(a.aggtranstype, null), a.agginitval) as text
from pg_aggregate a join pg_proc p on p.oid = a.aggfnoid
where ${inPublic('p.pronamespace')} and ${isOurs('pg_proc', 'p.oid')}
order by p.proname`

const viewsQuery = sql`
select 'create view ' || quote_ident(c.relname) || ' as' || chr(10) || pg_get_viewdef(c.oid) as text from pg_class c
where c.relkind = 'v' and ${inPublic('c.relnamespace')} order by c.relname`

const triggersQuery = sql`
select pg_get_triggerdef(g.oid) as text from pg_trigger g join pg_class t on t.oid = g.tgrelid
where not g.tgisinternal and not t.relispartition and ${inPublic('t.relnamespace')} order by t.relname, g.tgname`
