import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
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

export interface DebianPostgres extends Started {
  /** Its data folder and its port. */
  place: { data: string; port: number }
  /** As by a power cut. */
  kill(): Promise<void>
}

const makePlace = async () => ({ data: ownFolder('hikmah-debian-'), port: await freePort() })

/** The newest PostgreSQL of Debian, with the role `hikmah`, on loopback; in a given place if there is a database. */
export async function startDebianPostgres(
  settings: (place: DebianPostgres['place']) => Record<string, string> = () => ({}),
  restored?: DebianPostgres['place'],
): Promise<DebianPostgres> {
  const [programs = ''] = globSync('/usr/lib/postgresql/*/bin').sort().reverse()
  const place = restored ?? (await makePlace())
  const { data, port } = place
  if (!restored) {
    const options = ['-D', data, '-U', 'hikmah', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N']
    execFileSync(join(programs, 'initdb'), options, { cwd: data, ...account })
  }
  const all = { listen_addresses: '127.0.0.1', port, unix_socket_directories: data, fsync: 'off', ...settings(place) }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...options], { cwd: data, ...account })
  const started = await untilAnswering(child, `postgres://hikmah@127.0.0.1:${port}/postgres`, data)
  const kill = async () => {
    const ended = once(child, 'close')
    child.kill('SIGKILL')
    await ended
  }
  return { ...started, place, kill }
}

/** pgBackRest as deploy/ has it, for a PostgreSQL in this place. */
export function preparePgBackRest({ data, port }: DebianPostgres['place']) {
  const folder = ownFolder('hikmah-pgbackrest-')
  const text = readFileSync(join(import.meta.dirname, '../deploy/pgbackrest.conf'), 'utf8')
    .replace(/^pg1-path=.*$/m, `pg1-path=${data}\npg1-socket-path=${data}\npg1-user=hikmah`)
    .replace(/^pg1-port=.*$/m, `pg1-port=${port}`)
    .replace(
      /^repo1-path=.*$/m,
      `repo1-path=${folder}/repo\nlock-path=${folder}/lock\nspool-path=${folder}/spool\nlog-level-file=off`,
    )
  const file = join(folder, 'pgbackrest.conf')
  writeFileSync(file, text, { mode: 0o644 })
  const run = (...args: string[]) =>
    execFileSync('pgbackrest', [`--config=${file}`, '--stanza=hikmah', ...args], { cwd: folder, ...account })
  return {
    run,
    archiveCommand: `pgbackrest --config=${file} --stanza=hikmah archive-push %p`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
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
