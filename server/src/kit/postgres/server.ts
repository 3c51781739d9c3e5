import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { connect } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../process/config-error.ts'
import { serviceAccount } from '../process/data-directory.ts'
import { findBinaries } from './binaries.ts'

/** The path of a socket has at most 107 characters, on macOS 103; PostgreSQL appends its own name. */
const MAX_FOLDER = 80

/** An alias of the folder that is short enough for the path of a socket in it. */
export function shortFolder(folder: string): { folder: string; remove(): void } {
  if (Buffer.byteLength(folder) <= MAX_FOLDER) return { folder, remove: () => undefined }
  const alias = mkdtempSync('/tmp/hikmah-')
  symlinkSync(folder, join(alias, 'd'))
  return { folder: join(alias, 'd'), remove: () => rmSync(alias, { recursive: true, force: true }) }
}

/** Resolves with what the listener on a socket says at once, '' for nothing, or undefined where nobody listens. */
export const askSocket = (path: string, waitMs = 200): Promise<string | undefined> =>
  new Promise((resolve) => {
    let answer = ''
    const socket = connect(path)
    socket.setEncoding('utf8')
    socket.on('connect', () => socket.setTimeout(waitMs, () => socket.destroy()))
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(answer))
  })

const OWNER = 'hikmah'
export const SOCKET = '.s.PGSQL.5432'
const START_MS = 30_000
/** Recovery after a crash may take long, but the PostgreSQL of a killed console is gone within a second. */
const ORPHAN_MS = 5000
const STOP_MS = 10_000
const RESTART_MS = 500
/** How often a start is tried again while another server holds the folder. */
const LOCKED_TRIES = 10

/** What a start is given beside its folder. */
export interface Launch {
  settings?: Record<string, string>
  env?: Record<string, string>
  /** How long it may take. */
  startMs?: number
}

export interface PostgresServer {
  /** For the owner unless a role is named. */
  urlOf(database: string, role?: string): string
  pid(): number | undefined
  stop(): Promise<void>
}

const MB = 1_048_576
const megabytes = (share: number, min: number, max: number) =>
  `${Math.round(Math.min(max, Math.max(min, (totalmem() * share) / MB)))}MB`

/** The buffers hold what a search over a million rows touches; memory is only taken for what was read. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  max_connections: '60',
  shared_buffers: megabytes(1 / 16, 128, 1024),
  effective_cache_size: megabytes(1 / 2, 512, 8192),
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Callers get the errors; logged statements would contain values.
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
}

/**
 * Our own PostgreSQL server: the first start creates the cluster in `folder`, the socket lies beside it, and only the
 * owner of the folder may enter. It ends with this process, however that ends, and restarts when it dies by itself. The
 * caller holds the lock of the directory.
 */
export async function startPostgres(
  folder: string,
  { settings = {}, env = {}, startMs = START_MS }: Launch = {},
): Promise<PostgresServer> {
  const account = serviceAccount(folder)
  const binaries = findBinaries(account)
  const data = join(folder, 'data')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid!)
  const short = shortFolder(folder)
  const socket = join(short.folder, SOCKET)
  const untilFree = async () => {
    await untilSilent(socket, folder)
    forgetDeadPostmaster(data)
  }
  await untilFree()
  if (!existsSync(join(data, 'PG_VERSION'))) createCluster(binaries, data, folder, account)

  const urlOf = (database: string, role?: string) => databaseUrl(short.folder, database, role)
  const spawnOnce = () => launch(binaries, data, folder, { ...SETTINGS, ...settings }, env, account)

  let isStopping = false
  let server = spawnOnce()
  const isArchived = settings.archive_timeout !== undefined
  const ready = (withinMs: number) => untilReady(server, urlOf('postgres'), withinMs, isArchived)
  for (let triesLeft = LOCKED_TRIES; ; triesLeft -= 1) {
    try {
      await ready(startMs)
      break
    } catch (error) {
      // The server of a start that was killed a moment ago may have come up between our look and ours; it ends by itself.
      if (triesLeft === 0 || !server.said().includes('lock file "postmaster.pid" already exists')) throw error
      await sleep(RESTART_MS)
      await untilFree()
      server = spawnOnce()
    }
  }
  const keepAlive = (running: Launched) =>
    void running.ended.then(async () => {
      if (isStopping) return
      await sleep(RESTART_MS)
      if (isStopping) return
      server = spawnOnce()
      keepAlive(server)
      if (isArchived) await ready(Number.POSITIVE_INFINITY).catch(() => undefined)
    })
  keepAlive(server)

  return {
    urlOf,
    pid: () => server.child.pid,
    stop: async () => {
      isStopping = true
      server.askToStop()
      const isLate = await Promise.race([server.ended.then(() => false), sleep(STOP_MS, true, { ref: false })])
      if (isLate) server.child.kill('SIGQUIT')
      await server.ended
      short.remove()
    },
  }
}

export const databaseUrl = (folder: string, database: string, role = OWNER) =>
  `postgres://${role}@localhost/${database}?host=${encodeURIComponent(folder)}`

/** The PostgreSQL of a killed console ends a moment later. */
async function untilSilent(socket: string, folder: string) {
  for (const until = Date.now() + ORPHAN_MS; ; await sleep(50)) {
    if ((await askSocket(socket, 1)) === undefined) return
    if (Date.now() > until)
      throw new ConfigError(`Another PostgreSQL runs on ${folder}. Stop it, or set DATA_DIR to another directory.`)
  }
}

/**
 * PostgreSQL takes any living process with the number in its file for its predecessor: a zombie, or after the restart
 * of a container whatever process has that number now. We hold the lock of the directory and nobody answers, so the
 * number counts only for a PostgreSQL that works on this directory.
 */
function forgetDeadPostmaster(data: string) {
  const file = join(data, 'postmaster.pid')
  if (process.platform !== 'linux' || !existsSync(file)) return
  const [pid = ''] = readFileSync(file, 'utf8').split('\n')
  const works = attempt(() => realpathSync(`/proc/${pid}/cwd`) === realpathSync(data))
  if (!works) rmSync(file)
}

/** A process that is gone has no folder, and the folder of a zombie leads nowhere. */
function attempt(look: () => boolean): boolean {
  try {
    return look()
  } catch {
    return false
  }
}

const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

type Account = ReturnType<typeof serviceAccount>

/**
 * Texts are ordered by code point on every system; letters outside ASCII are letters too, which the searches need. The
 * cluster is created under another name: the initdb of a killed console lives on for a moment and then clears its
 * folder.
 */
function createCluster(binaries: string, data: string, cwd: string, account: Account) {
  const draft = `${data}-${crypto.randomUUID()}`
  const args = ['-D', draft, '-U', OWNER, '--auth-local=trust', '--auth-host=reject', '-E', 'UTF8']
  const locale = ['--locale=C', `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`]
  const provider = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const { status, stderr } = spawnSync(join(binaries, 'bin/initdb'), [...args, ...locale, ...provider], {
    ...account,
    cwd,
    env: environment(),
    encoding: 'utf8',
  })
  if (status !== 0) throw new ConfigError(`PostgreSQL could not be set up in ${data}:\n${stderr.trim()}`)
  renameSync(draft, data)
}

interface Launched {
  child: ChildProcess
  ended: Promise<void>
  said(): string
  askToStop(): void
}

/**
 * The shell becomes PostgreSQL, leaving a watcher behind that reads from us: a line asks for an orderly end, and when
 * the pipe closes because we were killed, it ends PostgreSQL at once. What was committed is on disk. It has its own
 * session, so that Ctrl+C reaches the console alone, which drains first.
 */
const WATCHED = '{ if read -r _; then kill -INT $$; else kill -QUIT $$; fi; } <&3 >/dev/null 2>&1 & exec "$@" 3<&-'

function launch(
  binaries: string,
  data: string,
  cwd: string,
  settings: Record<string, string>,
  env: Record<string, string>,
  account: Account,
): Launched {
  // PostgreSQL changes into its data directory, so this is `folder`, however long its name.
  const parameters = { ...settings, unix_socket_directories: '..', unix_socket_permissions: '0700' }
  const options = Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn('/bin/sh', ['-c', WATCHED, 'sh', join(binaries, 'bin/postgres'), '-D', data, ...options], {
    ...account,
    cwd,
    env: { ...environment(), ...env },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-2000)
  })
  const watcher = child.stdio[3] as NodeJS.WritableStream & { destroy(): void }
  watcher.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  }).then(() => watcher.destroy())
  return { child, ended, said: () => tail.trim(), askToStop: () => watcher.write('stop\n') }
}

async function untilReady(server: Launched, url: string, startMs: number, isArchived: boolean) {
  let isOver = false
  void server.ended.then(() => {
    isOver = true
  })
  for (const until = Date.now() + startMs; !isOver && Date.now() < until; await sleep(10)) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      // Its checkpointer begins before recovery is over, and would sleep 5 minutes without an eye for archive_timeout.
      if (isArchived) await client.query('select pg_reload_conf()')
      await client.end()
      return
    } catch {
      // Not yet. PostgreSQL lets go of a client that did not get in; closing it fails as often as not, and for the
      // stack of that failure Node would read, and keep, the whole source map of the bundle.
    }
  }
  server.child.kill('SIGQUIT')
  throw new ConfigError(`PostgreSQL did not start:\n${server.said()}`)
}
