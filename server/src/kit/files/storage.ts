import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { newId } from '../db/ids.ts'
import { Refusal } from '../errors/refusal.ts'
import { ConfigError } from '../process/config-error.ts'
import { openBucket } from './bucket.ts'
import { openFolder } from './folder.ts'

/** Uploaded bytes by name, in a folder or a bucket: what `STORAGE_URL` says. */
export interface Storage {
  /** Resolves once the bytes are there to stay. Whoever reads meanwhile finds all of them or none. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Rejects where there is none. */
  open(name: string): Promise<Readable>
  /** All files and drafts, a page at a time; a draft may come more than once. */
  list(): AsyncIterable<StoredFile[]>
  /** The file, or everything of the draft, if there is one. */
  remove(name: string): Promise<void>
  /** A draft is written in parts, and its name, or that of the folder it is in, ends in `.part`. 0 where there is none. */
  draftSize(name: string): Promise<number>
  /** Overwrites what a part with a lost answer wrote after `at`, which is no more than the size. */
  writeDraft(name: string, at: number, bytes: Uint8Array): Promise<void>
  openDraft(name: string): Promise<Readable>
  /** A path to read the draft from: its own, or a copy below the folder that is then the caller's to remove. */
  localDraft(name: string, folder: string): Promise<string>
  /** Rejects where nothing can be read, as when nobody answers. */
  ping(timeoutMs: number): Promise<unknown>
}

export interface StoredFile {
  /** Without what is in the folder of a draft. */
  name: string
  size: number
  storedAt: Date
}

export const openStorage = (url: URL): Storage => (url.protocol === 's3:' ? openBucket(url) : openFolder(url))

/** As a person calls it. */
export const placeOf = (url: URL): string =>
  url.protocol === 's3:' ? `s3://${url.hostname}${url.pathname}` : fileURLToPath(url)

/** Whether everything that the console does with a bucket can be done; a folder is looked at by `assertWritable`. */
export async function assertStores(url: URL) {
  if (url.protocol !== 's3:') return
  const storage = openStorage(url)
  // A sweep finds it if the delete never comes.
  const name = `${newId()}.part`
  const steps: [done: string, right: string, step: () => Promise<unknown>][] = [
    ['written to', 's3:PutObject', () => storage.put(name, Buffer.from(name))],
    ['read from', 's3:GetObject', async () => buffer(await storage.open(name))],
    ['deleted from', 's3:DeleteObject and s3:ListBucket', () => storage.remove(name)],
  ]
  for (const [done, right, step] of steps) {
    await step().catch(({ cause, message }: Error) => {
      const why = cause instanceof Error ? cause.message : message
      throw new ConfigError(
        `STORAGE_URL: nothing can be ${done} ${placeOf(url)} (${why}). Name a bucket, endpoint and region that are there, and credentials that allow ${right}.`,
      )
    })
  }
}

/** Whose files these are, by the fingerprint of the secret: no name of a file, so no sweep removes it. */
const OWNER = 'owner'

async function readOwner(storage: Storage): Promise<string | undefined> {
  try {
    return (await buffer(await storage.open(OWNER))).toString()
  } catch (error) {
    if (error instanceof Refusal) throw error
    return undefined
  }
}

/** Ties a bucket to its console: another one knows no row that names these files, and would sweep them. */
export async function claimStorage(url: URL, fingerprint: string): Promise<void> {
  if (url.protocol !== 's3:') return
  const storage = openStorage(url)
  const owner = await readOwner(storage)
  if (owner === undefined) await storage.put(OWNER, Buffer.from(fingerprint))
  else if (owner !== fingerprint)
    throw new ConfigError(
      `STORAGE_URL: ${placeOf(url)} holds the files of a console with another SECRET_KEY. Name a prefix for each.`,
    )
}

/** Before files are removed: two consoles may have claimed it at once. */
export async function assertOwned(storage: Storage, fingerprint: string): Promise<void> {
  const owner = await readOwner(storage)
  if (owner !== undefined && owner !== fingerprint)
    throw new Error('STORAGE_URL names the files of a console with another SECRET_KEY; none was removed')
}
