import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { eq } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { projectRoot } from '../src/kit/process/project-root.ts'
import { SANDBOX_KEY } from '../src/outside/stripe/provider.ts'
import { stripeEvents } from '../src/payments/table.ts'
import { freePort } from './cluster.ts'
import { COMPILED } from './process.ts'
import { openSandbox } from './sandbox.ts'
import { atTheEnd, startServer } from './start.ts'

/** What follows an event of the provider comes by itself, soon. */
export const soon = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 15_000, interval: 25 })

export const SECRET = 'whsec_of_the_tests'

/** A payment sandbox for the tests of a file; without an address nobody is told of what happens there. */
export async function startSandbox(webhookUrl?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'hikmah-sandbox-'))
  const child = spawn(process.execPath, [join(projectRoot, 'sandbox/src/main.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILED,
      DATA_DIR: dataDir,
      STRIPE_WEBHOOK_SECRET: SECRET,
      SANDBOX_WEBHOOK_URL: webhookUrl,
    },
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => resolve(JSON.parse(line).listening))
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)))
  })
  atTheEnd(async () => {
    const ended = new Promise((done) => child.once('exit', done))
    child.stdin.end()
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  })
  return new URL(url)
}

/**
 * A server that listens, with its jobs, and a payment sandbox of its own that sends it its events.
 */
export async function startWithPayments(env: Record<string, string> = {}) {
  const port = await freePort()
  const sandbox = await startSandbox(`http://127.0.0.1:${port}/api/stripe/webhook`)
  const server = await startServer({
    STRIPE_SECRET_KEY: SANDBOX_KEY,
    STRIPE_API_BASE: sandbox.origin,
    STRIPE_WEBHOOK_SECRET: SECRET,
    ...env,
  })
  await server.app.listen({ host: '127.0.0.1', port })
  // The sandbox keeps its connections open, and one that falls idle later would hold up the end.
  atTheEnd(() => void setInterval(() => server.app.server.closeIdleConnections(), 50).unref())
  void server.startJobs()
  const client = openSandbox(sandbox)
  const { control } = client

  return {
    ...server,
    sandboxUrl: sandbox.origin,
    webhookUrl: `http://127.0.0.1:${port}/api/stripe/webhook`,
    webhookSecret: SECRET,
    ...client,
    /** Holds up the next such request, before anything is done (`delayMs`) or before its answer (`holdMs`). */
    holdUp: async (only: string, how: 'delayMs' | 'holdMs') => {
      await control('faults', { only, [how]: 60_000, times: 1 })
      return {
        /** Resolves once such a request has come. */
        untilHeld: () => soon(async () => expect(await control('faults')).toEqual({ faults: 0 })),
        letGo: () => control('faults', { clear: true }),
      }
    },
    /** Waits until everything that the provider told us has been worked on. */
    untilSettled: () =>
      soon(async () => expect(await server.db.$count(stripeEvents, eq(stripeEvents.state, 'received'))).toBe(0)),
  }
}
