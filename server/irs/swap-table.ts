import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Refused } from './refused.ts'

const nextOf = (name: string) => `next_${name}`

/** Creates a table of the same shape beside the one in use, still without its indexes. */
export async function createNextTable(client: pg.Client, table: string): Promise<string> {
  await client.query(`create table ${nextOf(table)} (like ${table} including defaults)`)
  return nextOf(table)
}

/** The indexes of the one in use, made when all rows are there. */
export async function makeIndexes(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string; constraint: string | null }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition, k.conname as constraint
     from pg_index i left join pg_constraint k on k.conindid = i.indexrelid and k.contype = 'p'
     where i.indrelid = $1::regclass order by 1`,
    [table],
  )
  for (const { name, definition, constraint } of rows) {
    const next = definition
      .replace(` INDEX ${name} ON`, ` INDEX ${nextOf(name)} ON`)
      .replace(/ ON (\w+\.)?\w+ USING /, (_, schema = '') => ` ON ${schema}${nextOf(table)} USING `)
    await client.query(next)
    if (constraint)
      await client.query(
        `alter table ${nextOf(table)} add constraint ${nextOf(name)} primary key using index ${nextOf(name)}`,
      )
  }
  await client.query(`analyze ${nextOf(table)}`)
}

const LOCK_MS = 2000
/** A backup reads for minutes, and holds what it reads. */
const PATIENCE_MS = 15 * 60_000

/** Replaces the table in use with the new one, under the same names and with the same grants. */
export async function swapTable(client: pg.Client, table: string): Promise<void> {
  await lockTable(client, table)
  const { rows: grants } = await client.query<{ statement: string }>(
    `select format('grant %s on ${nextOf(table)} to %I', privilege_type, rolname) as statement
     from pg_class c cross join aclexplode(c.relacl) acl join pg_roles r on r.oid = acl.grantee
     where c.oid = $1::regclass and acl.grantee <> c.relowner`,
    [table],
  )
  const { rows: indexes } = await client.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where indrelid = $1::regclass',
    [table],
  )
  await client.query(`drop table ${table}`)
  await client.query(`alter table ${nextOf(table)} rename to ${table}`)
  for (const { name } of indexes) await client.query(`alter index ${nextOf(name)} rename to ${name}`)
  for (const { statement } of grants) await client.query(statement.replace(nextOf(table), table))
}

/** Waits for current readers in short steps, because new readers would have to queue behind our lock request. */
async function lockTable(client: pg.Client, table: string): Promise<void> {
  await client.query(`set local lock_timeout = ${LOCK_MS}`)
  for (const until = Date.now() + PATIENCE_MS; ; await sleep(LOCK_MS)) {
    await client.query('savepoint before_lock')
    try {
      await client.query(`lock table ${table} in access exclusive mode`)
      break
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error
      if (Date.now() > until) throw new Refused('The registry is in constant use. Try again when it is less busy.')
      await client.query('rollback to savepoint before_lock')
    }
  }
  await client.query('set local lock_timeout = 0')
}
