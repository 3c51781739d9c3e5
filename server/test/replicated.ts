import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PostgresServer, startPostgres } from '../src/kit/postgres/server.ts'
import { onServer, temporaryFolder } from './cluster.ts'

const SETTINGS = { wal_level: 'replica', max_wal_senders: '5', hot_standby: 'on', max_connections: '300' }

/** A primary and its streaming replica, as PostgreSQL makes them: the second goes on from a copy of the first. */
export async function startReplicated(settings: Record<string, string> = { fsync: 'off' }) {
  const folder = temporaryFolder('hikmah-replicated-')
  const [first, second] = [join(folder, 'primary'), join(folder, 'replica')]
  const start = (at: string) => startPostgres(at, { settings: { ...SETTINGS, ...settings } })
  const follow = (at: string, { urlOf }: PostgresServer) => {
    const { searchParams, username } = new URL(urlOf('postgres'))
    const from = `host=${searchParams.get('host')} user=${username}`
    appendFileSync(join(at, 'data/postgresql.auto.conf'), `\nprimary_conninfo = '${from}'\n`)
    writeFileSync(join(at, 'data/standby.signal'), '')
  }
  await (await start(first)).stop()
  execFileSync('cp', ['-a', first, second])
  let primary = await start(first)
  follow(second, primary)
  let replica = await start(second)
  return {
    primaryUrlOf: (database: string) => primary.urlOf(database),
    replicaUrlOf: (database: string) => replica.urlOf(database),
    stopReplica: () => replica.stop(),
    startReplica: async () => {
      replica = await start(second)
    },
    /** From now on what the primary acknowledges is on the disks of both. */
    makeSynchronous: () =>
      onServer(primary.urlOf('postgres'), [
        `alter system set synchronous_standby_names = '*'`,
        'select pg_reload_conf()',
      ]),
    primaryPids: () => pidsOf(primary),
    killPrimary: async () => {
      for (const pid of pidsOf(primary)) process.kill(pid, 'SIGKILL')
      // Or it would be started again.
      await primary.stop()
    },
    promoteReplica: () => onServer(replica.urlOf('postgres'), ['select pg_promote()']),
    /** The former primary serves what it has, and follows nobody. */
    startFormerPrimary: async () => {
      writeFileSync(join(first, 'data/standby.signal'), '')
      primary = await start(first)
    },
    /** The former primary is made anew from the one that was promoted, and follows it. */
    renewFormerPrimary: async () => {
      await Promise.all([primary.stop(), replica.stop()])
      rmSync(first, { recursive: true })
      execFileSync('cp', ['-a', second, first])
      replica = await start(second)
      follow(first, replica)
      primary = await start(first)
    },
    stop: async () => {
      await replica.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The server and its processes. */
function pidsOf(server: PostgresServer): number[] {
  const pid = server.pid()!
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return [pid, ...children.filter(Boolean).map(Number)]
}
