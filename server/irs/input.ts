import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { MAX_IMPORT_FILES } from '@hikmah/contract/irs-registry/words'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { Refused, shown } from './refused.ts'

/** A text to import: a file as it lies there, or one of a zip. */
export interface Input {
  /** The name shown to the person who imports. */
  name: string
  /** Of the text, unpacked. */
  bytes: number
  /** When the file was made, as it says itself: YYYY-MM-DD. */
  day: string
  /** Of the file as it was given. */
  sha256: string
  /** The bytes of the text from the beginning; may be asked for again. */
  read(): AsyncIterable<Buffer>
}

/** All files of the IRS together are not nearly as large; a zip that says so is none of theirs. */
const MAX_BYTES = 4 * 2 ** 30

const isZip = async (path: string) => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.toString('latin1') === 'PK\x03\x04'
  } finally {
    await file.close()
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

const dayOf = (date: Date) => (Number.isNaN(date.getTime()) ? 'an unknown day' : date.toISOString().slice(0, 10))

/** The text files in a file; a zip is recognized by its content. */
export async function openInputs(path: string, name = basename(path)): Promise<Input[]> {
  const found = await stat(path).catch(() => {
    throw new Refused(`${name}: there is no such file`)
  })
  if (!found.isFile()) throw new Refused(`${name}: this is not a file`)
  const { size, mtime } = found
  if (size === 0) throw new Refused(`${name}: the file is empty. Download it again.`)
  const sha256 = await sha256Of(path)
  if (!(await isZip(path)))
    return [
      { name, bytes: size, day: dayOf(mtime), sha256, read: () => createReadStream(path, { highWaterMark: CHUNK }) },
    ]
  const entries = await entriesOf(path, name)
  return entries.map((entry) => ({
    name: entries.length > 1 ? `${name} (${shown(entry.fileName).slice(0, MAX_NAME)})` : name,
    bytes: entry.uncompressedSize,
    day: dayOf(entry.getLastModDate()),
    sha256,
    read: () => readEntry(path, name, entry),
  }))
}

const CHUNK = 256 * 1024
const MAX_NAME = 255

const cutOff = (name: string) =>
  new Refused(`${name}: the zip is damaged or was cut off before its end. Download it again.`)

async function entriesOf(path: string, name: string): Promise<Entry[]> {
  const zip = await openZip(path, name)
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      // A Mac puts its own notes beside what it packs.
      if (!entry.fileName.endsWith('/') && !entry.fileName.startsWith('__MACOSX/')) entries.push(entry)
      if (entries.length > MAX_IMPORT_FILES) break
    }
  } catch {
    throw cutOff(name)
  } finally {
    zip.close()
  }
  if (entries.length === 0) throw new Refused(`${name}: there is no file in this zip`)
  if (entries.length > MAX_IMPORT_FILES)
    throw new Refused(`${name}: there are more than ${MAX_IMPORT_FILES} files in this zip`)
  if (entries.some((entry) => !entry.canDecodeFileData()))
    throw new Refused(
      `${name}: the zip is locked with a password or packed in an unusual way. Unpack it, and import what is in it.`,
    )
  assertSize(
    name,
    entries.map((entry) => entry.uncompressedSize),
  )
  return entries
}

/** Of all that is imported at once, unpacked. */
export function assertSize(what: string, sizes: number[]) {
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_BYTES)
    throw new Refused(`${what}: unpacked, it is larger than all the files of the IRS`)
}

const openZip = (path: string, name: string): Promise<ZipFile> =>
  openPromise(path, { autoClose: false, lazyEntries: true }).catch(() => {
    throw cutOff(name)
  })

/** As it is unpacked, checked at its end against what the zip says of it. */
async function* readEntry(path: string, name: string, entry: Entry): AsyncGenerator<Buffer> {
  const zip = await openZip(path, name)
  let sum = 0
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream) {
      sum = crc32(chunk as Buffer, sum)
      yield chunk as Buffer
    }
  } catch {
    throw cutOff(name)
  } finally {
    zip.close()
  }
  if (sum !== entry.crc32) throw cutOff(name)
}
