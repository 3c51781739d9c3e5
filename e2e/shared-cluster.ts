import { rmSync } from 'node:fs'
import { createDatabase, startCluster, temporaryFolder } from '../server/test/cluster.ts'
import { BUILT, startProcess } from '../server/test/process.ts'
import { paymentsAreMade } from '../server/test/sandbox.ts'

/** Where the run's PostgreSQL is, the database with the demo data that every platform is a copy of, and its files. */
interface SharedCluster {
  serverUrl: string
  template: string
  uploads: string
  secretKey: string
}

const VARIABLE = 'E2E_SHARED_CLUSTER'

/** Of the run that this worker belongs to. */
export const sharedCluster = () => JSON.parse(process.env[VARIABLE] ?? '') as SharedCluster

/**
 * One PostgreSQL for the whole run; the demo data is made once, by the product itself. As a program of its own it says what
 * to put into the environment, and keeps them until its input ends: scripts/test.ts has it work while other tests run.
 */
export default async function start() {
  if (process.env[VARIABLE]) return
  const cluster = await startCluster()
  const serverUrl = cluster.urlOf('postgres')
  const demo = await createDatabase(serverUrl)
  const uploads = temporaryFolder('hikmah-e2e-uploads-')
  const secretKey = crypto.randomUUID()
  const settings = { DATABASE_URL: demo.url, DATA_DIR: uploads, SECRET_KEY: secretKey, DEMO_DATA: 'true' }
  const server = await startProcess({ ...settings, LOG_LEVEL: 'warn' }, BUILT)
  await paymentsAreMade(server, demo.url)
  await server.stop()
  const template = new URL(demo.url).pathname.slice(1)
  process.env[VARIABLE] = JSON.stringify({ serverUrl, template, uploads, secretKey } satisfies SharedCluster)
  return async () => {
    await cluster.stop()
    rmSync(uploads, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const stop = await start()
  process.stdout.write(JSON.stringify({ [VARIABLE]: process.env[VARIABLE] }))
  process.stdin.on('end', () => stop?.()).resume()
}
