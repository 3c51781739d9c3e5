import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { rowsOf } from '../src/kit/db/db.ts'
import { startServer } from './start.ts'

const SOURCE = join(import.meta.dirname, '../src')
const { db } = await startServer()

/** Every table that any file of the server describes. */
const tables: PgTable[] = []
for (const file of globSync('**/*.ts', { cwd: SOURCE })) {
  if (file.endsWith('.test.ts') || !readFileSync(join(SOURCE, file), 'utf8').includes('pgTable(')) continue
  const exported: Record<string, unknown> = await import(join(SOURCE, file))
  tables.push(...Object.values(exported).filter((value) => is(value, PgTable)))
}

interface Column {
  name: string
  type: string
  notNull: boolean
  hasDefault: boolean
}

const columnsOf = (table: string) =>
  rowsOf<Column>(
    db,
    sql`select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
          c.is_nullable = 'NO' as "notNull",
          c.column_default is not null or c.is_generated = 'ALWAYS' as "hasDefault"
        from information_schema.columns c
        join pg_attribute a on a.attrelid = ${table}::regclass and a.attname = c.column_name
        where c.table_schema = 'public' and c.table_name = ${table}`,
  )

const byName = (a: Column, b: Column) => (a.name < b.name ? -1 : 1)

test('the database has the tables that the code describes, and no other', async () => {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname <> 'schema_migrations'`,
  )
  expect(tables.map((table) => getTableConfig(table).name).sort()).toEqual(rows.map((row) => row.name).sort())
})

test.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
  '%s is migrated as it is described',
  async (name, table) => {
    const { columns, indexes } = getTableConfig(table)
    const described = columns.map((column) => ({
      name: column.name,
      type: column.getSQLType().replace('timestamp (', 'timestamp('),
      notNull: column.notNull,
      hasDefault: column.hasDefault || column.generated !== undefined,
    }))
    expect(described.sort(byName)).toEqual((await columnsOf(name)).sort(byName))

    const kept = await rowsOf<{ name: string }>(
      db,
      sql`select indexname as name from pg_indexes where schemaname = 'public' and tablename = ${name}`,
    )
    expect(kept.map((row) => row.name)).toEqual(expect.arrayContaining(indexes.map((index) => index.config.name)))
  },
)
