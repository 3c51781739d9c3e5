import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** Works in `folder`, which goes when it stops. Resolves once the address answers; what the program said is told if it does not. */
async function untilAnswering(child: ChildProcess, url: string, folder: string): Promise<Started> {
  let said = ''
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk: Buffer) => (said += chunk))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  for (const until = Date.now() + START_MS; Date.now() < until && child.exitCode === null; await sleep(50)) {
    const isThere = await onServer(url, []).then(
      () => true,
      () => false,
    )
    if (!isThere) continue
    const stop = async () => {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
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
  return untilAnswering(child, `postgres://hikmah@127.0.0.1:${port}/postgres`, data)
}

/** PgBouncer as deploy/ has it, before the database of `to`; it asks nobody for a password. */
export async function startPgBouncer(to: string): Promise<Started> {
  const folder = ownFolder('hikmah-pgbouncer-')
  const port = await freePort()
  const { hostname, port: serverPort, pathname, searchParams } = new URL(to)
  const host = searchParams.get('host') ?? hostname
  const settings = readFileSync(join(import.meta.dirname, '../deploy/pgbouncer.ini'), 'utf8')
    .replace(
      /^hikmah = .*$/m,
      `hikmah = host=${host} port=${serverPort || 5432} dbname=${pathname.slice(1)} user=hikmah`,
    )
    .replace(/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`)
    .replace(/^auth_type = .*$/m, 'auth_type = any')
    .replace(/^auth_file = .*$/m, '')
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings, { mode: 0o644 })
  const child = spawn('pgbouncer', [file], { cwd: folder, ...account })
  return untilAnswering(child, `postgres://hikmah@127.0.0.1:${port}/hikmah`, folder)
}
