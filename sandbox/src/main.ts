import { randomBytes } from 'node:crypto'
import { existsSync, fstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { forgetOld } from './answer.ts'
import { catchUp } from './billing/due.ts'
import { Courier } from './events/courier.ts'
import { Clock, type Sandbox, Store } from './sandbox.ts'
import { createServer } from './server.ts'

const HOST = '127.0.0.1'
const TICK_MS = 5000

async function main(env: NodeJS.ProcessEnv) {
  if (env.NODE_ENV === 'production' && env.STRIPE_SANDBOX !== '1') {
    throw new Error('The payment sandbox is not for production; set STRIPE_SECRET_KEY to use the real provider.')
  }
  process.umask(0o077)
  const folder = join(env.DATA_DIR ?? 'data', 'sandbox')
  const store = openStore(folder)
  const webhook = env.SANDBOX_WEBHOOK_URL
    ? { url: env.SANDBOX_WEBHOOK_URL, secret: env.STRIPE_WEBHOOK_SECRET ?? keptSecret(folder) }
    : undefined
  const sandbox: Sandbox = { store, clock: new Clock(store), address: '', webhook, isQuiet: false, request: null }
  const courier = new Courier(sandbox)
  const server = createServer(sandbox, () => courier.wake())
  sandbox.address = await server.listen({ host: HOST, port: Number(env.SANDBOX_PORT ?? 0) })
  process.stdout.write(`${JSON.stringify({ listening: sandbox.address })}\n`)

  const tick = () => {
    try {
      store.transaction(() => {
        forgetOld(sandbox)
        catchUp(sandbox)
      })
    } catch (error) {
      console.error(error)
    }
    courier.wake()
  }
  tick()
  setInterval(tick, TICK_MS).unref()

  const stop = () => {
    courier.stop()
    store.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // A parent that started it holds the other end of its stdin: it ends with them, however they end.
  const stdin = fstatSync(0)
  if (stdin.isFIFO() || stdin.isSocket()) process.stdin.resume().on('end', stop).on('error', stop)
}

function openStore(folder: string) {
  try {
    return new Store(folder)
  } catch (error) {
    const isLocked = (error as { errcode?: number }).errcode === 5
    throw isLocked ? new Error(`Another sandbox is using ${folder}.`) : error
  }
}

/** Signs the webhooks of this data for as long as nobody names another secret. */
function keptSecret(folder: string) {
  const path = join(folder, 'webhook.secret')
  if (!existsSync(path)) writeFileSync(path, `whsec_${randomBytes(24).toString('base64url')}`, { mode: 0o600 })
  return readFileSync(path, 'utf8').trim()
}

main(process.env).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
