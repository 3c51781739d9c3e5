import { rmSync } from 'node:fs'
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
import { startProxy } from './proxy.ts'

const MAX_MS = 2000
const RECOVERY_MS = 5000

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
    proxy = await startProxy({ path: join(folder, '.s.PGSQL.5432') })
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
