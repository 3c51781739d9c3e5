import type pg from 'pg'

export interface Table {
  name: string
  /** Without generated ones, which the database computes again. */
  columns: string[]
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const columnList = ({ columns }: Table) => columns.map(quoted).join(', ')

/** Every table of the product with its columns in a fixed order; one in partitions is one. The migrations make `schema_migrations` themselves. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migrations'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  return rows
}

export interface SequenceValue {
  name: string
  value: string
  isCalled: boolean
}

export async function readSequences(client: pg.ClientBase): Promise<SequenceValue[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  )
  const values: SequenceValue[] = []
  for (const { name } of rows) {
    const read = await client.query(`select last_value::text as value, is_called from ${quoted(name)}`)
    values.push({ name, value: read.rows[0].value, isCalled: read.rows[0].is_called })
  }
  return values
}
