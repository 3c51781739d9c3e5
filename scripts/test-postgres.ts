import { spawnSync } from 'node:child_process'
import { startPostgres } from '../server/test/private-postgres.ts'

/** `npm run test:postgres`: the same tests on a PostgreSQL server: DATABASE_URL, or a private cluster of Debian's package. */
const given = process.env.DATABASE_URL
const cluster = given ? undefined : await startPostgres()
const url = given ?? cluster?.url
try {
  const { status } = spawnSync('vitest', ['run', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: '', TEST_DATABASE_URL: url },
  })
  process.exitCode = status ?? 1
} finally {
  await cluster?.stop()
}
