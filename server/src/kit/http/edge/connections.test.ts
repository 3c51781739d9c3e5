import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startServer } from '../../../../test/start.ts'
import { guardConnections } from './network.ts'

// Linux answers on every address of 127.0.0.0/8.
const isLinux = process.platform === 'linux'
const ATTACKER = '127.0.0.9'
const STAFF = '127.0.0.2'
const ASK = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

const sockets = new Set<Socket>()
const servers = new Set<Server>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  for (const server of servers) server.close()
  servers.clear()
})

const portOf = (server: Server) => (server.address() as AddressInfo).port

async function open(server: Server, from: string, text = ''): Promise<Socket> {
  const socket = connect({ port: portOf(server), host: '127.0.0.1', localAddress: from })
  sockets.add(socket)
  socket.on('error', () => undefined)
  socket.on('close', () => sockets.delete(socket))
  socket.resume()
  await once(socket, 'connect')
  if (text) socket.write(text)
  return socket
}

async function ask(server: Server, from: string, agent?: Agent) {
  const began = performance.now()
  const request = get({
    port: portOf(server),
    host: '127.0.0.1',
    localAddress: from,
    path: '/healthz',
    agent: agent ?? false,
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return { status: response.statusCode, ms: performance.now() - began }
}

/** One that answers `/healthz` at once and everything else when the test says so. */
async function startGuarded(max: number) {
  const waiting: ServerResponse[] = []
  const server = createServer({ keepAliveTimeout: 60_000 }, ({ url }, response) => {
    if (url === '/healthz') response.end()
    else waiting.push(response)
  })
  guardConnections(server, max)
  server.listen(0, '127.0.0.1')
  servers.add(server)
  await once(server, 'listening')
  const work = (from: string) => open(server, from, 'GET /work HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return { server, waiting, work }
}

// Both ends of each are open here. Where there is no limit, it is called unlimited.
const openFiles = Number(execFileSync('/bin/sh', ['-c', 'ulimit -n']))

test.runIf(isLinux && !(openFiles < 12_000))(
  'while one address holds 5,200 connections without a word and after one, and takes anew what it loses, others are served at once',
  async () => {
    const { app } = await startServer()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { server } = app
    for (let n = 0; n < 5200; n += 100) {
      await Promise.all(Array.from({ length: 100 }, () => open(server, ATTACKER, n % 200 ? ASK : '')))
    }
    let isOver = false
    const goOn = (async () => {
      while (!isOver) await open(server, ATTACKER, ASK).then(() => sleep(1))
    })()
    const agent = new Agent({ keepAlive: true })
    const answers = []
    for (let n = 0; n < 20; n += 1) answers.push(await ask(server, STAFF), await ask(server, STAFF, agent))
    isOver = true
    await goOn
    agent.destroy()
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(1000)
    expect(await new Promise((done) => server.getConnections((_, count) => done(count)))).toBeLessThanOrEqual(5000)
  },
  60_000,
)

test.runIf(isLinux)(
  'who has waited longest loses a connection first, and who is at work none while one is idle',
  async () => {
    const { server, waiting, work } = await startGuarded(6)
    const busy = await work(ATTACKER)
    await expect.poll(() => waiting.length).toBe(1)
    const [first, second] = [await open(server, ATTACKER), await open(server, ATTACKER)]
    // It speaks, so it has not waited as long as the one after it.
    first.write(ASK)
    await once(first, 'data')
    await open(server, ATTACKER)
    expect((await ask(server, STAFF)).status).toBe(200)
    expect([busy.closed, first.closed, second.closed]).toEqual([false, false, false])
    await open(server, '127.0.0.3')
    await open(server, '127.0.0.4')
    await expect.poll(() => second.closed).toBe(true)
    expect([busy.closed, first.closed]).toEqual([false, false])
    const answered = once(busy, 'data')
    waiting[0]!.end('done')
    expect(String(await answered)).toContain('200')
  },
)

test.runIf(isLinux)('where all are at work the newest of the greediest has to go, for who has fewer', async () => {
  const { server, waiting, work } = await startGuarded(5)
  const held = [await work(ATTACKER), await work(ATTACKER), await work(ATTACKER), await work(ATTACKER)]
  await expect.poll(() => waiting.length).toBe(4)
  expect((await ask(server, STAFF)).status).toBe(200)
  await expect.poll(() => held.map(({ closed }) => closed)).toEqual([false, false, false, true])
})

test.runIf(isLinux)('nobody at work is cut off for one more of an address that has as many', async () => {
  const { server, waiting, work } = await startGuarded(4)
  const held = [await work('127.0.0.3'), await work('127.0.0.4'), await work('127.0.0.5')]
  await expect.poll(() => waiting.length).toBe(3)
  const refused = await open(server, STAFF)
  await expect.poll(() => refused.closed).toBe(true)
  const own = await open(server, '127.0.0.3')
  await expect.poll(() => own.closed).toBe(true)
  expect(held.map(({ closed }) => closed)).toEqual([false, false, false])
})

test.runIf(isLinux)('of many addresses with one idle connection each the first makes room', async () => {
  const { server } = await startGuarded(4)
  const held = [await open(server, '127.0.0.3'), await open(server, '127.0.0.4'), await open(server, '127.0.0.5')]
  expect((await ask(server, STAFF)).status).toBe(200)
  await expect.poll(() => held.map(({ closed }) => closed)).toEqual([true, false, false])
})
