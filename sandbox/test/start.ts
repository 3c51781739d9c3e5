import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, expect, onTestFinished, TestRunner } from 'vitest'
import { Oracle } from './oracle.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')

/** Everything that any sandbox of this file has sent; it is all judged when the file is done. */
const sent: unknown[] = []

afterAll(async () => {
  const oracle = await Oracle.create()
  const violations = new Set(sent.flatMap((body) => oracle.judge(body)))
  expect([...violations]).toEqual([])
}, 60_000)

type Options = { dataDir?: string; env?: Record<string, string> }

/** A sandbox in a process of its own, the SDK in front of it, and a receiver of its webhooks. */
export async function startSandbox({ dataDir, env }: Options = {}) {
  const data = dataDir ?? mkdtempSync(join(tmpdir(), 'sandbox-'))
  const webhooks = await receiver()
  const child = spawn(process.execPath, [MAIN], {
    env: { ...env, DATA_DIR: data, SANDBOX_WEBHOOK_URL: webhooks.url, STRIPE_WEBHOOK_SECRET: webhooks.secret },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const { listening } = JSON.parse(String(line)) as { listening: string }
  const stop = () => end(child, 'SIGTERM')
  // One that a test starts for itself ends with it.
  const atTheEnd = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  atTheEnd(async () => {
    await stop()
    webhooks.close()
    rmSync(data, { recursive: true, force: true })
  })
  return {
    stripe: client(listening),
    address: listening,
    data,
    webhooks,
    control: (path: string, body: object = {}) => control(listening, path, body),
    stop,
    kill: () => end(child, 'SIGKILL'),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

export function client(address: string) {
  const { hostname, port } = new URL(address)
  return new Stripe('sk_test_sandbox', {
    apiVersion: '2026-10-28.endive',
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(keepAnswers),
  })
}

const keepAnswers: typeof fetch = async (url, init) => {
  const response = await fetch(url, init)
  const body = await response.clone().text()
  sent.push(JSON.parse(body))
  return response
}

async function control(address: string, path: string, body: object) {
  const response = await fetch(`${address}/__sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, never>
}

type Received = { body: string; signature: string; event: Stripe.Event }

/** Takes webhooks, unless it is told to be down. */
async function receiver() {
  const received: Received[] = []
  const state = { isDown: false }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
    if (!state.isDown) {
      const event = JSON.parse(body)
      sent.push(event)
      received.push({ body, signature: String(request.headers['stripe-signature']), event })
    }
    response.writeHead(state.isDown ? 503 : 200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    secret: 'whsec_of_the_tests',
    received,
    state,
    types: () => received.map(({ event }) => event.type),
    close: () => server.close(),
  }
}
