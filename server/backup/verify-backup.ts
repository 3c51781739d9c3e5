import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { ConfigError } from '../src/kit/process/config-error.ts'
import { type AnyManifest, type Expected, entriesOf, MANIFEST, parseManifest } from './manifest.ts'

/** A manifest is held in memory: room for two million uploaded files. */
const MAX_MANIFEST_BYTES = 2 ** 28
/** What the archive says of a file before its content. */
const MAX_HEADER_BYTES = 4096

export const NOTHING = 'Nothing was restored.'
const notWhole = () =>
  new ConfigError(`This file is not a backup of the console, or it was changed or cut off. ${NOTHING}`)

type Entry = AsyncIterable<Buffer> & { header: Header }

export interface BackupEntry {
  name: string
  /** Read to its end it is what the manifest says, or this throws. */
  bytes: AsyncIterable<Buffer>
}

interface OpenBackup {
  manifest: AnyManifest
  /** SHA-256 of the manifest, which holds that of everything else: it stands for the whole content of the backup. */
  fingerprint: string
  entries: AsyncGenerator<BackupEntry>
}

/** Begins to read a backup, the one of this fingerprint where one is given. Each of `entries` is read before the next. */
export async function openBackup(file: string, fingerprint?: string): Promise<OpenBackup> {
  const limit = { bytes: MAX_MANIFEST_BYTES }
  const archive = readArchive(file, limit)
  const text = await readManifest(archive)
  const found = createHash('sha256').update(text).digest('hex')
  if (fingerprint && found !== fingerprint) {
    await archive.return(undefined)
    throw new ConfigError(`This file has another fingerprint: it was changed, or it is another backup. ${NOTHING}`)
  }
  const manifest = parsed(text)
  const expected = entriesOf(manifest)
  limit.bytes = expected.reduce(
    (sum, { size = Infinity }) => sum + size + MAX_HEADER_BYTES,
    text.length + MAX_HEADER_BYTES,
  )
  return { manifest, fingerprint: found, entries: checkEntries(archive, expected) }
}

/** Reads a whole backup, and refuses one in which anything is missing, added, in another place or not as it was written. */
export async function verifyBackup(file: string, fingerprint?: string): Promise<OpenBackup> {
  const backup = await openBackup(file, fingerprint)
  for await (const { bytes } of backup.entries) {
    await pipeline(bytes, new Writable({ write: (_chunk, _encoding, done) => done() }))
  }
  return backup
}

/** The files of the archive in their order. `limit` is how much it may unpack to. */
async function* readArchive(file: string, limit: { bytes: number }): AsyncGenerator<Entry, undefined> {
  const archive = extract()
  async function* bounded(chunks: AsyncIterable<Buffer>) {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > limit.bytes) throw notWhole()
      yield chunk
    }
  }
  const reading = pipeline(createReadStream(file), createGunzip({ rejectGarbageAfterEnd: true }), bounded, archive)
  // Told by the loop below too, which is where it is caught.
  reading.catch(() => undefined)
  try {
    // Its types do not say that its bytes come as buffers.
    for await (const entry of archive) yield entry as unknown as Entry
    await reading
  } catch (error) {
    throw sentenceOf(error)
  }
}

/** Of a disk that cannot be read, what it said; whatever else is wrong with a file is wrong with its content. */
function sentenceOf(error: unknown): ConfigError {
  if (error instanceof ConfigError) return error
  const { syscall, message } = error as NodeJS.ErrnoException
  return syscall ? new ConfigError(`The file could not be read: ${message}. ${NOTHING}`) : notWhole()
}

async function readManifest(archive: AsyncGenerator<Entry, undefined>): Promise<Buffer> {
  const { value: entry } = await archive.next()
  const { name, type, size = Infinity } = entry?.header ?? {}
  if (!entry || name !== MANIFEST || type !== 'file' || size > MAX_MANIFEST_BYTES) throw notWhole()
  const chunks: Buffer[] = []
  for await (const chunk of checkBytes(entry, { name })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function parsed(text: Buffer): AnyManifest {
  try {
    return parseManifest(text.toString())
  } catch (error) {
    throw sentenceOf(error)
  }
}

async function* checkEntries(
  archive: AsyncGenerator<Entry, undefined>,
  expected: Expected[],
): AsyncGenerator<BackupEntry> {
  try {
    for (const one of expected) {
      const { value: entry } = await archive.next()
      if (!entry) throw notWhole()
      const { name, type, size } = entry.header
      if (name !== one.name || type !== 'file')
        throw new ConfigError(`${one.name} is not in its place in this file. ${NOTHING}`)
      const { least = 0, most = Infinity } = one
      if (size !== (one.size ?? size) || size < least || size > most) throw wasChanged(one)
      yield { name, bytes: checkBytes(entry, one) }
    }
    if (!(await archive.next()).done) throw new ConfigError(`This file holds more than its backup. ${NOTHING}`)
  } finally {
    await archive.return(undefined)
  }
}

const wasChanged = ({ name }: Expected) => new ConfigError(`${name} in this file was changed or cut off. ${NOTHING}`)

/** A row is a line: PostgreSQL writes a line break within a value as two characters. */
async function* checkBytes(entry: AsyncIterable<Buffer>, expected: Expected): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let rows = 0
  try {
    for await (const chunk of entry) {
      hash.update(chunk)
      for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) rows += 1
      yield chunk
    }
  } catch (error) {
    throw sentenceOf(error)
  }
  if (expected.sha256 && hash.digest('hex') !== expected.sha256) throw wasChanged(expected)
  if (rows !== (expected.rows ?? rows)) throw wasChanged(expected)
}
