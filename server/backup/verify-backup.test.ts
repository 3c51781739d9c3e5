import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openStorage } from '../src/kit/files/storage.ts'
import { ConfigError } from '../src/kit/process/config-error.ts'
import { createDatabase, onServer, temporaryFolder } from '../test/cluster.ts'
import { startBucket } from '../test/stores.ts'
import { at, type Part, repack, replaced, sha256, unpack, withManifest } from './forge.ts'
import { readBackup } from './read-backup.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'

const root = temporaryFolder('hikmah-verify-')
const file = join(root, 'whole.backup')
const changed = join(root, 'changed.backup')
const image = Buffer.from('an image'.repeat(500))
const other = Buffer.from('another image'.repeat(300))

let fingerprint: string
let whole: Part[]

const forged = (parts: Part[]) => repack(parts, changed)
const setting = (value: string) => `insert into settings (key, value) values ('${value}', '"${value}"')`

beforeAll(async () => {
  const { url, drop } = await createDatabase(inject('serverUrl'), inject('template'))
  await onServer(url, [setting('first'), setting('second')])
  const storageDir = join(root, 'uploads')
  mkdirSync(join(storageDir, 'irs-1.part'), { recursive: true })
  for (const bytes of [image, other]) writeFileSync(join(storageDir, sha256(bytes)), bytes)
  const source = { databaseUrl: url, storageUrl: pathToFileURL(storageDir), secretKey: 'k'.repeat(64) }
  fingerprint = await writeBackup(source, file, () => undefined)
  whole = await unpack(file)
  await drop()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const takeOver = (parts: Part[]) =>
  replaced(parts, 'tables/settings', ({ bytes }) => ({
    bytes: Buffer.from(bytes.toString().replaceAll('first', 'thief')),
  }))

const swapped = (parts: Part[], a: number, b: number) => {
  const copy = [...parts]
  copy[a] = parts[b]!
  copy[b] = parts[a]!
  return copy
}

const upload = `uploads/${sha256(image)}`

const refusals: [string, RegExp, (parts: Part[]) => Part[]][] = [
  ['a row was replaced by another of the same length', /settings\.copy in this file was changed/, takeOver],
  [
    'a row was added',
    /settings\.copy in this file was changed/,
    (parts) => replaced(parts, 'tables/settings', ({ bytes }) => ({ bytes: Buffer.concat([bytes, bytes]) })),
  ],
  [
    'the key was replaced',
    /secret\.key in this file was changed/,
    (parts) => replaced(parts, 'secret.key', () => ({ bytes: Buffer.from('x'.repeat(64)) })),
  ],
  [
    'an uploaded file was replaced',
    /uploads\/\w+ in this file was changed/,
    (parts) => replaced(parts, upload, ({ bytes }) => ({ bytes: Buffer.alloc(bytes.length) })),
  ],
  [
    'the contents of two tables were exchanged',
    /was changed/,
    (parts) => {
      const [a, b] = [at(parts, 'tables/settings'), at(parts, 'tables/staff')]
      const name = (n: number) => ({ name: parts[n]!.name })
      return swapped(parts, a, b).map((part, n) => (n === a || n === b ? { ...part, ...name(n) } : part))
    },
  ],
  ['two entries changed places', /is not in its place/, (parts) => swapped(parts, 3, 4)],
  ['an entry is missing', /is not in its place/, (parts) => parts.filter((_, n) => n !== 5)],
  ['the last entry is missing', /cut off/, (parts) => parts.slice(0, -1)],
  ['an entry comes twice', /is not in its place/, (parts) => [...parts.slice(0, 6), parts[5]!, ...parts.slice(6)]],
  ['an entry was added', /more than its backup/, (parts) => [...parts, { name: 'x', bytes: Buffer.from('x') }]],
  ['a second manifest follows the first', /is not in its place/, (parts) => [parts[0]!, ...parts]],
  ['a second manifest comes last', /more than its backup/, (parts) => [...parts, parts[0]!]],
  ['there is no manifest', /not a backup/, (parts) => parts.slice(1)],
  [
    'the manifest is no JSON',
    /not a backup/,
    (parts) => replaced(parts, 'man', () => ({ bytes: Buffer.from('{"for') })),
  ],
  [
    'an uploaded file would be written outside of its folder',
    /is not in its place/,
    (parts) => replaced(parts, upload, () => ({ name: `uploads/../../${sha256(image)}` })),
  ],
  [
    'the manifest names a file outside of its folder',
    /not a backup/,
    (parts) => withManifest(parts, (manifest) => ({ ...manifest, uploads: [{ name: '../../etc/cron.d/x', size: 1 }] })),
  ],
  [
    'a name would speak to the terminal',
    /not a backup/,
    (parts) => withManifest(parts, (manifest) => ({ ...manifest, madeAt: '\u001b[2J2026' })),
  ],
  [
    'an uploaded file is a link to another',
    /is not in its place/,
    (parts) =>
      replaced(parts, upload, () => ({ bytes: Buffer.alloc(0), header: { type: 'symlink', linkname: '/etc/passwd' } })),
  ],
  [
    'the manifest knows another size',
    /was changed/,
    (parts) =>
      withManifest(parts, (manifest) => ({
        ...manifest,
        uploads: manifest.uploads.map((one) => ({ ...one, size: one.size + 1 })),
      })),
  ],
  [
    'a table holds another number of rows than the manifest says',
    /\.copy in this file was changed/,
    (parts) =>
      withManifest(parts, (manifest) => ({
        ...manifest,
        tables: manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 })),
      })),
  ],
  [
    'it is of a format to come',
    /made by a newer console/,
    (parts) => withManifest(parts, (manifest) => ({ ...manifest, format: 3 })),
  ],
]

const refusalOf = (proof?: string) =>
  verifyBackup(changed, proof).then(
    () => undefined,
    (error: unknown) => error,
  )

test('a backup is what it was, by its fingerprint and without', async () => {
  await forged(whole)
  expect(await refusalOf(fingerprint)).toBeUndefined()
  expect(await refusalOf()).toBeUndefined()
  expect((await verifyBackup(file, fingerprint)).fingerprint).toBe(fingerprint)
  expect(whole.map(({ name }) => name)).toContain(upload)
  expect(whole.some(({ name }) => name.includes('irs-1'))).toBe(false)
})

test.each(refusals)('refused, with its fingerprint and without: %s', async (_, words, change) => {
  await forged(change(whole))
  expect(await refusalOf(fingerprint)).toBeInstanceOf(ConfigError)
  const refusal = await refusalOf()
  expect(refusal).toBeInstanceOf(ConfigError)
  expect((refusal as Error).message).toMatch(words)
})

test('whoever replaces a row and makes the manifest anew is found out by the fingerprint, and by nothing else', async () => {
  await forged(withManifest(takeOver(whole)))
  expect(await refusalOf(fingerprint)).toMatchObject({ message: expect.stringContaining('has another fingerprint') })
  expect(await refusalOf()).toBeUndefined()
})

test('a bit that was flipped anywhere is found, or changed nothing of the content', async () => {
  const bytes = readFileSync(file)
  const step = Math.ceil(bytes.length / 400)
  const places = [...Array(24).keys(), ...Array.from({ length: 400 }, (_, n) => n * step + (n % step))]
  let refused = 0
  for (const place of [...places, ...Array.from({ length: 16 }, (_, n) => bytes.length - 1 - n)]) {
    const copy = Buffer.from(bytes)
    copy[place % bytes.length]! ^= 1 << (place % 8)
    writeFileSync(changed, copy)
    const refusal = await refusalOf(fingerprint)
    if (refusal) expect(refusal, String(place)).toBeInstanceOf(ConfigError)
    else expect(await unpack(changed), String(place)).toEqual(whole)
    if (refusal) refused += 1
  }
  expect(refused).toBeGreaterThan(420)
}, 60_000)

test('cut off anywhere, it says so in a sentence', async () => {
  const bytes = readFileSync(file)
  const lengths = [0, 1, 9, 10, 11, 100, ...Array.from({ length: 60 }, (_, n) => Math.floor((bytes.length * n) / 60))]
  for (const length of [...lengths, bytes.length - 9, bytes.length - 8, bytes.length - 1]) {
    writeFileSync(changed, bytes.subarray(0, length))
    expect(await refusalOf(), String(length)).toBeInstanceOf(ConfigError)
  }
  // Cut before it was compressed, at every border of an entry, its header and the end mark, and beside each.
  const tar = gunzipSync(bytes)
  for (let border = 0; border < tar.length - 1024; border += 512) {
    if (border % 4096 && border < tar.length - 8192) continue
    for (const length of [border, border + 1, border + 511]) {
      writeFileSync(changed, gzipSync(tar.subarray(0, length), { level: 1 }))
      expect(await refusalOf(), String(length)).toBeInstanceOf(ConfigError)
    }
  }
}, 60_000)

const bomb = gzipSync(Buffer.alloc(256 * 2 ** 20), { level: 9 })

test.each([
  ['text', () => Buffer.from('salam')],
  ['a whole backup of the same console', () => readFileSync(file)],
  ['zeros without end', () => bomb],
])('what follows the end is refused: %s', async (_, more) => {
  writeFileSync(changed, Buffer.concat([readFileSync(file), more()]))
  expect(await refusalOf(fingerprint)).toBeInstanceOf(ConfigError)
})

test('a file that would unpack to much more than it says is left before it has', async () => {
  const { rss } = process.memoryUsage()
  writeFileSync(changed, Buffer.concat([bomb, bomb, bomb, bomb]))
  expect(statSync(changed).size).toBeLessThan(2 * 2 ** 20)
  const began = performance.now()
  expect(await refusalOf()).toBeInstanceOf(ConfigError)
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(process.memoryUsage().rss - rss).toBeLessThan(200 * 2 ** 20)
})

test('what is no backup at all says so', async () => {
  writeFileSync(changed, 'salam')
  expect(await refusalOf()).toMatchObject({ message: expect.stringContaining('not a backup') })
  expect(await verifyBackup(root).catch((error: unknown) => error)).toMatchObject({
    message: expect.stringContaining('could not be read: EISDIR'),
  })
})

test('of a backup of the former format, rows are counted, uploaded files known by their names, and the key has a length', async () => {
  const former = (parts: Part[]) =>
    withManifest(parts, ({ secretKey: _, tables, uploads, ...manifest }) => ({
      ...manifest,
      format: 1,
      tables: tables.map(({ name, columns, rows }) => ({ name, columns, rows })),
      uploads: uploads.map(({ name }) => name),
    }))
  await forged(former(whole))
  expect(await refusalOf()).toBeUndefined()
  for (const change of [refusals[1]!, refusals[3]!]) {
    await forged(former(change[2](whole)))
    expect(await refusalOf()).toMatchObject({ message: expect.stringMatching(change[1]) })
  }
  for (const length of [0, 31, 100_000]) {
    await forged(former(replaced(whole, 'secret.key', () => ({ bytes: Buffer.alloc(length, 'k') }))))
    expect(await refusalOf()).toMatchObject({ message: expect.stringContaining('secret.key in this file was changed') })
  }
})

test('an uploaded file that was damaged on the disk is not backed up as if it were whole', async () => {
  const { url, drop } = await createDatabase(inject('serverUrl'), inject('template'))
  const storageDir = join(root, 'damaged')
  mkdirSync(storageDir)
  writeFileSync(join(storageDir, sha256(image)), other)
  const source = { databaseUrl: url, storageUrl: pathToFileURL(storageDir), secretKey: 'k'.repeat(64) }
  await expect(writeBackup(source, join(root, 'damaged.backup'), () => undefined)).rejects.toThrow(
    `${sha256(image)} is damaged`,
  )
  await drop()
})

test('a backup of a bucket is restored into a bucket, and the uploads of a folder too', async () => {
  const bucket = new URL(await startBucket())
  for (const bytes of [image, other]) await openStorage(bucket).put(sha256(bytes), bytes)
  const { url, drop } = await createDatabase(inject('serverUrl'), inject('template'))
  const copy = join(root, 'bucket.backup')
  const secretKey = 'k'.repeat(64)
  const print = await writeBackup({ databaseUrl: url, storageUrl: bucket, secretKey }, copy, () => undefined)
  await drop()
  for (const [archive, proof] of [
    [copy, print],
    [file, fingerprint],
  ] as const) {
    const empty = await createDatabase(inject('serverUrl'))
    const storageUrl = new URL(await startBucket())
    const target = { databaseUrl: empty.url, storageUrl, keepSecretKey: async () => undefined }
    await readBackup(archive, proof, target, () => undefined)
    for (const bytes of [image, other]) {
      expect((await buffer(await openStorage(storageUrl).open(sha256(bytes)))).equals(bytes)).toBe(true)
    }
    await empty.drop()
    const again = await createDatabase(inject('serverUrl'))
    await expect(readBackup(archive, proof, { ...target, databaseUrl: again.url }, () => undefined)).rejects.toThrow(
      's3://files/console is not empty',
    )
    await again.drop()
  }
})
