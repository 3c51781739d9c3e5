import { hash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { media } from '@hikmah/contract/media'
import { expect, test } from 'vitest'
import { form, picture } from '../../../test/media.ts'
import { atTheEnd, startServer } from '../../../test/start.ts'
import { startBucket } from '../../../test/stores.ts'
import { sweepFiles } from '../../sweep-files.ts'
import { DAY_S } from '../process/clock.ts'
import { ConfigError } from '../process/config-error.ts'
import { openBucket } from './bucket.ts'
import { createFileStore } from './files.ts'
import { assertStores, claimStorage, openStorage } from './storage.ts'

Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'known-key', AWS_SECRET_ACCESS_KEY: 'never-said' })

type Answer = (reply: ServerResponse, request: IncomingMessage) => void
const fail =
  (status: number, code: string): Answer =>
  (reply) =>
    reply.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
const succeed: Answer = (reply) => reply.end()

/** An object store that answers so, one request after the other, and then always as the last. */
async function startAnswering(...answers: Answer[]) {
  const requests: IncomingMessage['headers'][] = []
  const server = createServer((request, reply) => {
    requests.push(request.headers)
    request.resume().once('end', () => (answers[requests.length - 1] ?? answers.at(-1)!)(reply, request))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atTheEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = new URL(`s3://files?endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return { url, storage: openBucket(url), requests }
}

const SILENT = {
  status: 503,
  code: 'UNAVAILABLE',
  message: expect.stringMatching(/^The store of uploaded files does not answer\. .*STORAGE_URL/),
}

test('what is sent is signed with its SHA-256, which the store compares', async () => {
  const { storage, requests } = await startAnswering(succeed)
  await storage.put('name', Buffer.from('content'))
  expect(requests).toEqual([
    expect.objectContaining({ 'x-amz-content-sha256': hash('sha256', 'content'), 'content-length': '7' }),
  ])
})

test('a store that is busy for a moment is asked again, three times in all', async () => {
  const moment = await startAnswering(fail(503, 'SlowDown'), fail(500, 'InternalError'), succeed)
  await moment.storage.put('name', Buffer.from('content'))
  const long = await startAnswering(fail(503, 'SlowDown'))
  await expect(long.storage.put('name', Buffer.from('content'))).rejects.toMatchObject(SILENT)
  expect([moment.requests.length, long.requests.length]).toEqual([3, 3])
})

test('a store that refuses is not asked again, and the key is nowhere told', async () => {
  const { storage, requests } = await startAnswering(fail(403, 'InvalidAccessKeyId'))
  const failure = await storage.put('name', Buffer.from('content')).catch((error: unknown) => error)
  expect(failure).toMatchObject({ status: 503, message: expect.stringContaining('refuses the console') })
  expect(requests).toHaveLength(1)
  const told = JSON.stringify([failure, (failure as Error).stack, (failure as Error).cause])
  expect(told).not.toMatch(/known-key|never-said/)
})

test('a store that keeps silent is waited for no longer than was said', async () => {
  const { storage } = await startAnswering(() => undefined)
  const before = performance.now()
  await expect(storage.ping(300)).rejects.toMatchObject(SILENT)
  expect(performance.now() - before).toBeLessThan(2000)
})

test('an answer that is cut off, or is not what was kept, is no file', async () => {
  const sha256 = hash('sha256', 'content')
  const cut = await startAnswering((reply) => {
    reply.writeHead(200, { 'content-length': '7' }).write('cont')
    setTimeout(() => reply.destroy(), 50)
  })
  await expect(createFileStore(cut.storage).read(sha256)).rejects.toMatchObject(SILENT)
  const other = await startAnswering((reply) => void reply.end('CONTENT'))
  await expect(createFileStore(other.storage).read(sha256)).rejects.toThrow('damaged')
})

test('while the store is away an upload says so and keeps nothing, and readiness tells', async () => {
  const nowhere = await startServer({ STORAGE_URL: 's3://files?endpoint=http://127.0.0.1:1' })
  const admin = await nowhere.as('admin')
  const { body, type } = await form([
    ['file', await picture()],
    ['kind', 'logo'],
  ])
  const reply = await admin(
    media.uploadMedia,
    { body: body as unknown as Record<string, unknown> },
    { headers: { 'content-type': type } },
  )
  expect(reply).toMatchObject({ status: 503, error: { code: 'UNAVAILABLE', message: SILENT.message } })
  expect((await admin(media.listMedia, { query: { page: 1 } })).data).toEqual([])
  const ready = await nowhere.app.inject('/readyz')
  expect([ready.statusCode, ready.json().checks]).toEqual([200, expect.objectContaining({ storage: false })])
})

test('a start writes, reads and deletes, and says in one sentence what is missing', async () => {
  const url = new URL(await startBucket())
  await assertStores(url)
  expect(await Array.fromAsync(openStorage(url).list())).toEqual([[]])
  const without = new URL(url.href.replace('s3://files', 's3://absent'))
  await expect(assertStores(without)).rejects.toThrow(
    /^STORAGE_URL: nothing can be written to s3:\/\/absent\/console \(NoSuchBucket: .*\)\. .*s3:PutObject\.$/,
  )
  const readOnly = await startAnswering(succeed, fail(403, 'AccessDenied'))
  await expect(assertStores(readOnly.url)).rejects.toThrow(
    /^STORAGE_URL: nothing can be read from s3:\/\/files .*AccessDenied.*s3:GetObject\.$/,
  )
  const nobody = new URL('s3://files?endpoint=http://127.0.0.1:1')
  await expect(assertStores(nobody)).rejects.toThrow(ConfigError)
  await expect(assertStores(nobody)).rejects.toThrow(/written to s3:\/\/files \(ECONNREFUSED/)
})

test('a bucket belongs to the console that claimed it: another does not start with it and sweeps none of its files', async () => {
  const STORAGE_URL = await startBucket()
  const [owner, other] = await Promise.all([startServer({ STORAGE_URL }), startServer({ STORAGE_URL })])
  const url = new URL(STORAGE_URL)
  for (const _start of ['first', 'second']) await claimStorage(url, owner.house.keys.fingerprint)
  await expect(claimStorage(url, other.house.keys.fingerprint)).rejects.toThrow(
    /^STORAGE_URL: s3:\/\/files\/console holds the files of a console with another SECRET_KEY\. Name a prefix for each\.$/,
  )
  const bytes = randomBytes(10)
  await other.house.files.put(hash('sha256', bytes), bytes)
  other.clock.advance(2 * DAY_S)
  await expect(sweepFiles(other.house)).rejects.toThrow('another SECRET_KEY')
  expect(await other.house.files.read(hash('sha256', bytes))).toEqual(bytes)
  owner.clock.advance(2 * DAY_S)
  await sweepFiles(owner.house)
  await expect(owner.house.files.read(hash('sha256', bytes))).rejects.toThrow()
})
