import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startServer } from '../../../../test/start.ts'

const { app } = await startServer({ PUBLIC_URL: 'https://console.masjid.example' })
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as { port: number }

const statusOf = async (host: string) => (await app.inject({ url: '/dev/mailbox', headers: { host } })).statusCode

test.each(['localhost:4000', '127.0.0.1:4000', '[::1]:4000', '192.168.1.20', 'console.masjid.example', 'a.localhost'])(
  'the mailbox answers to a name of this machine: %s',
  async (host) => expect(await statusOf(host)).toBe(200),
)

test.each(['evil.example', 'localhost.evil.example:4000', '127.0.0.1.evil.example'])(
  'a website that was made to lead here reads nothing: %j',
  async (host) => {
    const reply = await app.inject({ url: '/dev/mailbox', headers: { host } })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().fields).toHaveProperty('Host')
  },
)

test('a server that was opened to a network goes by names it does not know', async () => {
  const { app: open } = await startServer({ HOST: '0.0.0.0' })
  const reply = await open.inject({ url: '/dev/mailbox', headers: { host: 'console.internal:4000' } })
  expect(reply.statusCode).toBe(200)
})

test('two names in one request are refused', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n'),
    )
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
})
