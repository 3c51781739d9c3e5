import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const MIGRATIONS = join(import.meta.dirname, '../server/migrations')
/** Those up to here made the tables of the first release, when no version served before them. */
const FIRST_RELEASE = '0095'

/** What stops or breaks the version that serves while a migration runs: see decision 057. */
function findStops(name: string, text: string): string[] {
  const { stdout } = spawnSync(
    'squawk',
    [
      '--stdin-filepath',
      name,
      '--reporter',
      'gcc',
      '--pg-version=15.0',
      // The migrator sets the first for all; the second would end an index that takes minutes.
      '--exclude=require-lock-timeout,require-statement-timeout',
      ...(text.startsWith('-- without a transaction') ? [] : ['--assume-in-transaction']),
    ],
    { input: text.replace(/^--;$/gm, ';'), encoding: 'utf8' },
  )
  return stdout.split('\n').filter((line) => line.startsWith(name))
}

const added = globSync('*.sql', { cwd: MIGRATIONS }).filter((name) => name > `${FIRST_RELEASE}~`)

test.each(added)('the version before serves while %s runs', (name) => {
  expect(findStops(name, readFileSync(join(MIGRATIONS, basename(name)), 'utf8'))).toEqual([])
})

test.each([
  ['a column that the version before reads is dropped', 'alter table devices drop column label'],
  ['a column is renamed', 'alter table devices rename column label to name'],
  ['writes wait for an index', 'create index devices_label on devices (label)'],
  ['a table is rewritten', 'alter table devices alter column label type varchar(20)'],
  ['every row is checked under a lock', 'alter table devices add constraint short check (length(label) < 9)'],
])('a migration is refused when %s', (_what, text) => {
  expect(findStops('bad.sql', text)).not.toEqual([])
})
