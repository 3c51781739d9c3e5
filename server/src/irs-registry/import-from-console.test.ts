import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiUrl } from '@hikmah/contract/endpoint'
import { irsRegistry, type RegistryImport } from '@hikmah/contract/irs-registry/endpoints'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { generate } from '../../irs/generate.ts'
import { databaseUrl } from '../../test/cluster.ts'
import { startServer } from '../../test/start.ts'
import { startBucket } from '../../test/stores.ts'
import { sweepJob } from '../jobs.ts'
import { rowsOf } from '../kit/db/db.ts'
import { createFileStore } from '../kit/files/files.ts'
import { openStorage } from '../kit/files/storage.ts'
import { projectRoot } from '../kit/process/project-root.ts'
import { importDrafts, importJob } from './imports.ts'

const { app, db, house, given, as, clock } = await startServer()
const { token } = await given.staff('owner')
const owner = await as('owner')
const { dataDir, storageUrl } = house.config
const draftsOf = (id: string) => join(fileURLToPath(storageUrl), importDrafts(id))
const { startRegistryImport, readRegistryImport, cancelRegistryImport, listRegistrySources, listRegistryImports } =
  irsRegistry

const ROWS = 500
const content = readFileSync(await generate('eo-bmf', ROWS, 1, dataDir))
/** The import is the bundle that `npm start` and `npm test` build. */
beforeAll(() => execFileSync(process.execPath, [join(projectRoot, 'scripts/prepare.mjs'), 'server']), 120_000)

/** The job runs in a process of its own, which has to find the database of this test. */
async function runJob(id: string) {
  const [database] = await rowsOf<{ name: string }>(db, sql`select current_database() as name`)
  const url = databaseUrl(inject('serverUrl'), database!.name)
  await importJob.work({ ...house, config: { ...house.config, databaseUrl: url } }, { id })
}

async function send(id: string, file: number, at: number, bytes: Buffer) {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)]), 'part')
  const request = new Request('http://localhost', { method: 'POST', body })
  const response = await app.inject({
    method: 'POST',
    url: apiUrl(irsRegistry.sendRegistryPart, { params: { id }, query: { file, at } }),
    headers: { token, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { ...response.json(), status: response.statusCode } as {
    status: number
    data: RegistryImport
    message: string
    fields?: Record<string, string>
  }
}

const begin = async (bytes = content) =>
  (
    await owner(startRegistryImport, {
      body: { files: [{ name: 'eo.csv', size: bytes.length }], snapshotOn: '2026-11-10' },
    })
  ).data

test('an owner uploads a file in parts, it is imported, and the page tells of it', async () => {
  const { _id, status } = await begin()
  expect(status).toBe('uploading')
  const half = Math.floor(content.length / 2)
  const first = await send(_id, 0, 0, content.subarray(0, half))
  expect(first.data).toMatchObject({ status: 'uploading', bytes: half, totalBytes: content.length })
  // The answer was lost, and it is sent again.
  expect((await send(_id, 0, 0, content.subarray(0, half))).data.bytes).toBe(half)
  const last = await send(_id, 0, half, content.subarray(half))
  expect(last.data.status).toBe('waiting')

  await runJob(_id)
  const { data } = await owner(readRegistryImport, { params: { id: _id } })
  expect(data).toMatchObject({
    status: 'imported',
    origin: 'console',
    made: [{ kind: 'eo-bmf', rows: ROWS }],
    rows: ROWS,
    problem: '',
  })
  const sources = await owner(listRegistrySources, {})
  expect(sources.data).toEqual([
    expect.objectContaining({ kind: 'eo-bmf', snapshotOn: '2026-11-10', rows: ROWS, importedBy: data.requestedBy }),
  ])
  expect(existsSync(draftsOf(_id))).toBe(false)
  const trail = await rowsOf<{ name: string }>(
    db,
    sql`select actor_name as name from audit_entries where action = 'irs-registry.imported' and entity_id = ${_id}`,
  )
  expect(trail).toEqual([{ name: data.requestedBy }])
})

test('an import whose parts lie in a bucket reads a copy in DATA_DIR, and nothing is left of either', async () => {
  const storageUrl = new URL(await startBucket())
  const files = createFileStore(openStorage(storageUrl))
  const folder = { config: house.config, files: house.files }
  Object.assign(house, { config: { ...house.config, storageUrl }, files })
  onTestFinished(() => void Object.assign(house, folder))
  const { _id } = await begin()
  const half = Math.floor(content.length / 2)
  await send(_id, 0, 0, content.subarray(0, half))
  expect((await send(_id, 0, half, content.subarray(half))).data.status).toBe('waiting')
  await runJob(_id)
  const { data } = await owner(readRegistryImport, { params: { id: _id } })
  expect(data, 'the same file again').toMatchObject({ status: 'unchanged', problem: '' })
  expect(await Array.fromAsync(files.list())).toEqual([[]])
  expect(existsSync(join(dataDir, importDrafts(_id)))).toBe(false)
})

test('after 45 days a file in place is called old', async () => {
  const ageOf = async () => (await (await as('admin'))(listRegistrySources, {})).data[0]!
  const { age } = await ageOf()
  clock.advance((46 - age) * 86_400)
  expect(await ageOf()).toMatchObject({ age: 46, isStale: true })
  clock.advance(-(46 - age) * 86_400)
})

test('a file that is refused says why, and its upload is gone', async () => {
  const page = Buffer.from('<html>Service unavailable</html>')
  const { _id } = await begin(page)
  await send(_id, 0, 0, page)
  await runJob(_id)
  const { data } = await owner(readRegistryImport, { params: { id: _id } })
  expect(data).toMatchObject({
    status: 'refused',
    problem: expect.stringContaining('eo.csv, line 1: this is a web page'),
  })
  expect(existsSync(draftsOf(_id))).toBe(false)
  expect((await owner(listRegistryImports, { query: { page: 1 } })).data[0]!._id).toBe(_id)
})

test('parts that do not fit are refused, and nothing of them is kept', async () => {
  const { _id } = await begin()
  expect(await send(_id, 0, 5, content.subarray(0, 10))).toMatchObject({
    status: 409,
    message: 'The part before this one is missing',
  })
  expect(await send(_id, 1, 0, content)).toMatchObject({
    status: 400,
    fields: { file: 'There are 1 files, counted from 0' },
  })
  const longer = Buffer.concat([content, Buffer.from('x')])
  expect(await send(_id, 0, 0, longer)).toMatchObject({
    status: 400,
    fields: { file: 'The file is longer than announced' },
  })
  expect((await owner(readRegistryImport, { params: { id: _id } })).data).toMatchObject({
    status: 'uploading',
    bytes: 0,
  })
})

test('a request without the part is refused, and what came before it stays', async () => {
  const { _id } = await begin()
  await send(_id, 0, 0, content.subarray(0, 100))
  const { status } = await app
    .inject({
      method: 'POST',
      url: apiUrl(irsRegistry.sendRegistryPart, { params: { id: _id }, query: { file: 0, at: 0 } }),
      headers: { token, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\nno part',
    })
    .then(({ statusCode }) => ({ status: statusCode }))
  expect(status).toBe(400)
  expect((await send(_id, 0, 100, content.subarray(100, 200))).data).toMatchObject({ bytes: 200 })
})

test('a part that is too large is refused, by what it says of its length too', async () => {
  const { _id } = await begin(Buffer.alloc(5_000_000))
  expect(await send(_id, 0, 0, Buffer.alloc(2_097_153))).toMatchObject({
    status: 413,
    fields: { file: 'The part is too large' },
  })
  expect(await send(_id, 0, 0, Buffer.alloc(3_000_000))).toMatchObject({ status: 413, fields: { body: 'too large' } })
  await owner(cancelRegistryImport, { params: { id: _id } })
})

test('the last part sent ten times at once sets the import off once, with the whole file', async () => {
  const { _id } = await begin()
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(_id, 0, 0, content)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ message }) => message === 'This upload is over')).toHaveLength(9)
  expect(readFileSync(join(draftsOf(_id), '0')).equals(content)).toBe(true)
  await owner(cancelRegistryImport, { params: { id: _id } })
})

test('of a part that comes while the import is cancelled nothing is left', async () => {
  const { _id } = await begin()
  await Promise.all([
    ...Array.from({ length: 5 }, () => send(_id, 0, 0, content.subarray(0, 100))),
    owner(cancelRegistryImport, { params: { id: _id } }),
    ...Array.from({ length: 5 }, () => send(_id, 0, 0, content.subarray(0, 100))),
  ])
  expect(existsSync(draftsOf(_id))).toBe(false)
})

test('an import is cancelled before it begins, and then is over', async () => {
  const { _id } = await begin()
  await send(_id, 0, 0, content.subarray(0, 100))
  expect((await owner(cancelRegistryImport, { params: { id: _id } })).data.status).toBe('cancelled')
  expect(existsSync(draftsOf(_id))).toBe(false)
  expect(await send(_id, 0, 100, content.subarray(100))).toMatchObject({ status: 409, message: 'This upload is over' })
  expect((await owner(cancelRegistryImport, { params: { id: _id } })).status).toBe(409)
})

test('an import that ran a moment ago runs, on a machine whose clock is ahead too', async () => {
  const { _id } = await begin()
  const heard = (ago: string) =>
    db.execute(sql`update irs_imports set status = 'running', heard_at = now() - ${ago}::interval where id = ${_id}`)
  const status = async () => (await owner(readRegistryImport, { params: { id: _id } })).data.status
  await heard('30 seconds')
  clock.advance(90)
  expect(await status()).toBe('running')
  await heard('61 seconds')
  expect(await status()).toBe('failed')
  clock.advance(-90)
  await db.execute(sql`delete from irs_imports where id = ${_id}`)
})

test('an upload of which no part came for 15 minutes is given up, told so, and its parts are removed', async () => {
  const { _id } = await begin()
  clock.advance(14 * 60)
  await send(_id, 0, 0, content.subarray(0, 100))
  clock.advance(14 * 60)
  expect((await send(_id, 0, 100, content.subarray(100, 200))).data, 'a slow one goes on').toMatchObject({ bytes: 200 })
  clock.advance(15 * 60 + 1)
  const seen = async () => (await owner(listRegistryImports, { query: { page: 1 } })).data[0]
  const givenUp = { _id, status: 'cancelled', problem: expect.stringContaining('no part of the files arrived') }
  expect(await seen()).toMatchObject(givenUp)
  expect((await send(_id, 0, 200, content.subarray(200))).message).toBe('This upload is over')
  await sweepJob.work(house, {})
  expect(await seen()).toMatchObject(givenUp)
  expect(existsSync(draftsOf(_id))).toBe(false)
})

test('what is asked for is checked', async () => {
  const ask = async (body: object) => (await owner(startRegistryImport, { body })).error.fields
  expect(await ask({ files: [] })).toEqual({ files: 'Choose a file' })
  expect(await ask({ files: [{ name: 'eo.csv', size: 0 }] })).toEqual({ 'files.0.size': 'The file is empty' })
  expect(Object.keys((await ask({ files: [{ name: 'a', size: 1 }], snapshotOn: 'May' }))!)).toEqual(['snapshotOn'])
  const on = (snapshotOn: string) => ask({ files: [{ name: 'eo.csv', size: 1 }], snapshotOn })
  expect(await on('0000-01-01')).toEqual({ snapshotOn: 'Choose a date from 2000 on' })
  expect(await on('2999-01-01')).toEqual({
    snapshotOn: 'This day is in the future. Give the day on which the files were published.',
  })
  const two = [1, 2].map((n) => ({ name: `${n}.csv`, size: 2_000_000_000 }))
  expect(await ask({ files: two })).toEqual({ files: 'At most 2 GB in total' })
})
