import { spawnSync } from 'node:child_process'

/** `npm run test:postgres`: the same tests on the PostgreSQL server of DATABASE_URL, whose role may create databases. */
const { DATABASE_URL: url, ...env } = process.env
if (!url) {
  console.error('Set DATABASE_URL to a PostgreSQL server, 15 or newer, whose role may create databases.')
  process.exit(1)
}
const { status } = spawnSync('vitest', ['run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...env, TEST_DATABASE_URL: url },
})
process.exitCode = status ?? 1
