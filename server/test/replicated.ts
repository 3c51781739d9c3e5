import { execFileSync } from 'node:child_process'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PostgresServer, startPostgres } from '../src/kit/postgres/server.ts'
import { temporaryFolder } from './cluster.ts'

const SETTINGS = { wal_level: 'replica', max_wal_senders: '5', hot_standby: 'on', max_connections: '300' }

/** A primary and its streaming replica, as PostgreSQL makes them: the second goes on from a copy of the first. */
export async function startReplicated(settings: Record<string, string> = { fsync: 'off' }) {
  const folder = temporaryFolder('hikmah-replicated-')
  const [first, second] = [join(folder, 'primary'), join(folder, 'replica')]
  const start = (at: string) => startPostgres(at, { ...SETTINGS, ...settings })
  await (await start(first)).stop()
  execFileSync('cp', ['-a', first, second])
  const primary = await start(first)
  const { searchParams, username } = new URL(primary.urlOf('postgres'))
  const from = `host=${searchParams.get('host')} user=${username}`
  appendFileSync(join(second, 'data/postgresql.auto.conf'), `\nprimary_conninfo = '${from}'\n`)
  writeFileSync(join(second, 'data/standby.signal'), '')
  let replica: PostgresServer = await start(second)
  return {
    primary,
    replicaUrlOf: (database: string) => replica.urlOf(database),
    stopReplica: () => replica.stop(),
    startReplica: async () => {
      replica = await start(second)
    },
    stop: async () => {
      await replica.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
