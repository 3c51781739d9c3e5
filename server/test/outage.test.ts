import { rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHouse } from '../src/boot.ts'
import { openPostgres } from '../src/kit/db/db.ts'
import { migrate } from '../src/kit/db/migrate.ts'
import { type PostgresServer, startPostgres } from '../src/kit/postgres/server.ts'
import { systemClock } from '../src/kit/process/clock.ts'
import { readConfig } from '../src/kit/process/config.ts'
import { temporaryFolder } from './cluster.ts'
import { createGiven } from './given.ts'
import { type RunningProcess, startProcess } from './process.ts'

const MAX_MS = 2000
const RECOVERY_MS = 5000

/** A way to the database that can be made deaf: it accepts and never answers. */
async function startProxy(socket: string) {
  let isDeaf = false
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(socket)
    for (const end of [near, far]) {
      sockets.add(end)
      end.on('error', () => undefined)
      end.on('close', () => (end === near ? far.destroy() : near.destroy()))
    }
    near.on('data', (data) => !isDeaf && far.write(data))
    far.on('data', (data) => !isDeaf && near.write(data))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    deafen: () => {
      isDeaf = true
    },
    hear: () => {
      isDeaf = false
      for (const socket of sockets) socket.destroy()
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe('when the PostgreSQL server is gone', () => {
  const dataDir = temporaryFolder('hikmah-outage-')
  let cluster: PostgresServer
  let proxy: Awaited<ReturnType<typeof startProxy>>
  let server: RunningProcess
  let token: string

  const folder = join(dataDir, 'postgres')

  beforeAll(async () => {
    cluster = await startPostgres(folder)
    const database = openPostgres(cluster.urlOf('postgres'))
    await migrate(database)
    const house = createHouse(readConfig({ DATA_DIR: dataDir }), database, systemClock, () => undefined)
    token = (await createGiven(house).staff('owner')).token
    await database.close()
    proxy = await startProxy(join(folder, '.s.PGSQL.5432'))
    const url = `postgres://hikmah@127.0.0.1:${proxy.port}/postgres`
    server = await startProcess({ DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'silent' })
  })
  afterAll(async () => {
    await server?.stop()
    proxy?.stop()
    await cluster?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const ask = async (path: string) => {
    const began = performance.now()
    const { status, headers } = await fetch(`${server.url}${path}`, { headers: { token } })
    return { status, ms: performance.now() - began, retryAfter: headers.get('retry-after') }
  }
  const list = () => ask('/api/hikmah/getAllOrganizations?page=1')
  const expectRecovery = () => expect.poll(async () => (await list()).status, { timeout: RECOVERY_MS }).toBe(200)

  test('stopped, the API answers 503 in time, stays alive, says it is not ready, and recovers by itself', async () => {
    expect((await list()).status).toBe(200)
    await cluster.stop()
    const gone = await list()
    expect(gone).toMatchObject({ status: 503, retryAfter: '2' })
    expect(gone.ms).toBeLessThan(MAX_MS)
    expect((await ask('/healthz')).status).toBe(200)
    expect((await ask('/readyz')).status).toBe(503)
    cluster = await startPostgres(folder)
    await expectRecovery()
    expect((await ask('/readyz')).status).toBe(200)
  })

  test('deaf, the API answers 503 in time too', async () => {
    proxy.deafen()
    const gone = await list()
    expect(gone.status).toBe(503)
    expect(gone.ms).toBeLessThan(MAX_MS)
    proxy.hear()
    await expectRecovery()
  })
})
