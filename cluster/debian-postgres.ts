import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, onServer, temporaryFolder } from '../server/test/cluster.ts'

/** Neither runs as root. */
const NOBODY = 65_534
const isRoot = process.geteuid?.() === 0
const account = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
const START_MS = 15_000

function ownFolder(prefix: string): string {
  const folder = temporaryFolder(prefix)
  chmodSync(folder, 0o700)
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  return folder
}

export interface Started {
  url: string
  stop(): Promise<void>
}

/** Resolves once the address answers; what the program said is told if it does not. */
async function untilAnswering(child: ChildProcess, url: string): Promise<Started> {
  let said = ''
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk: Buffer) => (said += chunk))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  for (const until = Date.now() + START_MS; Date.now() < until && child.exitCode === null; await sleep(50)) {
    const isThere = await onServer(url, []).then(
      () => true,
      () => false,
    )
    if (!isThere) continue
    const stop = () => {
      child.kill('SIGINT')
      return ended
    }
    return { url, stop }
  }
  child.kill('SIGKILL')
  throw new Error(`${child.spawnfile} did not start: ${said}`)
}

/** The newest PostgreSQL of Debian, with the role `hikmah`, on loopback. */
export async function startDebianPostgres(): Promise<Started> {
  const [programs = ''] = globSync('/usr/lib/postgresql/*/bin').sort().reverse()
  const data = ownFolder('hikmah-debian-')
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'hikmah', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    {
      cwd: data,
      ...account,
    },
  )
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: data, fsync: 'off' }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...options], { cwd: data, ...account })
  return untilAnswering(child, `postgres://hikmah@127.0.0.1:${port}/postgres`)
}

/** PgBouncer in transaction mode, with so many connections to the database of `to`. */
export async function startPgBouncer(to: string, poolSize: number): Promise<Started> {
  const folder = ownFolder('hikmah-pgbouncer-')
  const port = await freePort()
  const { hostname, port: serverPort, pathname } = new URL(to)
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
hikmah = host=${hostname} port=${serverPort} dbname=${pathname.slice(1)} user=hikmah
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
`,
    { mode: 0o644 },
  )
  const child = spawn('pgbouncer', [settings], { cwd: folder, ...account })
  return untilAnswering(child, `postgres://hikmah@127.0.0.1:${port}/hikmah`)
}
