import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const DEBIAN = '/usr/lib/postgresql'

function findBinaries(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const found = versions.map((version) => join(DEBIAN, version, 'bin')).find((dir) => existsSync(join(dir, 'initdb')))
  if (!found) throw new Error('Install PostgreSQL (apt-get install postgresql) or set DATABASE_URL to a server')
  return found
}

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

export interface PrivatePostgres {
  url: string
  /** Ends the server at once, as a crash of the machine would; `start` brings it back on the same port. */
  crash(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** A cluster of its own in a temporary folder on a free port of loopback. Root runs it as the user `postgres`. */
export async function startPostgres(): Promise<PrivatePostgres> {
  const binaries = findBinaries()
  const isRoot = process.getuid?.() === 0
  const dir = mkdtempSync(join(tmpdir(), 'hikmah-postgres-'))
  const data = join(dir, 'data')
  const port = await freePort()
  const owner = isRoot ? uidOf('postgres') : undefined
  if (isRoot) execFileSync('chown', ['postgres', dir])
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'hikmah', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    {
      stdio: 'ignore',
      cwd: dir,
      ...owner,
    },
  )
  const url = `postgres://hikmah@127.0.0.1:${port}/postgres`
  let server: ReturnType<typeof spawn>
  const ended = () => new Promise((resolve) => server.once('exit', resolve))
  const start = async () => {
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', dir, '-c', 'max_connections=200']
    server = spawn(join(binaries, 'postgres'), args, { stdio: 'ignore', cwd: dir, ...owner })
    await untilAnswers(url)
  }
  const end = async (signal: NodeJS.Signals) => {
    const over = ended()
    server.kill(signal)
    await over
  }
  await start()
  return {
    url,
    start,
    crash: () => end('SIGQUIT'),
    stop: async () => {
      if (server.exitCode === null) await end('SIGINT')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function uidOf(user: string) {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function untilAnswers(url: string) {
  for (let tries = 0; tries < 100; tries += 1) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  throw new Error('PostgreSQL did not start')
}
