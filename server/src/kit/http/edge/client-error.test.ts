import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startServer } from '../../../../test/start.ts'

const { app } = await startServer()
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as { port: number }

const send = (text: string) =>
  new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () =>
      resolve({ status: Number(answer.slice(9, 12)), body: JSON.parse(answer.split('\r\n\r\n')[1] ?? '') }),
    )
  })

test.each([
  ['no HTTP at all', 'GARBAGE\r\n\r\n', 400, 'request'],
  ['a very long address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers'],
  ['very long headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers'],
  [
    'two lengths at once',
    'POST /api/hikmah/auth/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'request',
  ],
])('%s is answered in the one error shape', async (_, text, status, field) => {
  const reply = await send(text)
  expect(reply).toEqual({
    status,
    body: {
      message: expect.stringContaining(`${field}: `),
      code: 'VALIDATION',
      fields: { [field]: expect.any(String) },
      requestId: expect.any(String),
    },
  })
})

test('whoever is answered so and stays connected is cut off, and what they began ends', async () => {
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
    socket.write('POST /api/hikmah/auth/logout HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n'),
  )
  await once(socket.resume(), 'end')
  expect(await connections()).toBe(1)
  await expect.poll(connections).toBe(0)
  socket.destroy()
})

test.each([
  ['/api/%E0%A4%A', 400],
  [`/api/media/${'a'.repeat(5000)}`, 414],
])('an address that is none names what is wrong, and repeats nothing of it', async (url, status) => {
  const reply = await app.inject({ url: url as string })
  expect(reply.statusCode).toBe(status)
  expect(reply.json()).toMatchObject({ code: 'VALIDATION', fields: { address: expect.any(String) } })
  expect(reply.body.length).toBeLessThan(300)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': expect.stringContaining('default-src'),
    'x-content-type-options': 'nosniff',
    'x-request-id': reply.json().requestId,
  })
})

test('TRACE, which would send back what was sent, is no method here', async () => {
  const reply = await send('TRACE /login HTTP/1.1\r\nHost: localhost\r\nToken: secret\r\nConnection: close\r\n\r\n')
  expect(reply.status).toBe(404)
  expect(JSON.stringify(reply.body)).not.toContain('secret')
})

test('a caller who hangs up half-way leaves the server well', async () => {
  for (let i = 0; i < 10; i += 1) {
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /api/hikmah/auth/authenticateWithPassword HTTP/1.1\r\nHost: x\r\n')
    socket.write('Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"userName":')
    await new Promise((resolve) => setTimeout(resolve, i))
    socket.destroy()
  }
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
})

test('who sends slowly is waited for twenty seconds, looked for every five, and connections have an end', () => {
  const { requestTimeout, headersTimeout, maxConnections } = app.server
  expect(requestTimeout).toBe(20_000)
  expect(headersTimeout).toBe(20_000)
  expect(maxConnections).toBe(5000)
})
