import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { S3 } from '@aws-sdk/client-s3'
import pLimit from 'p-limit'
import { unavailable } from '../errors/refusal.ts'
import type { Storage } from './storage.ts'

/** A call with its retries; a transaction that waits for it is given up after 10 s (kit/db/db.ts). */
const WITHIN_MS = 8000
const TRIES = 3
const CONNECT_MS = 2000
/** Without a byte. */
const SILENT_MS = 5000
/** Calls of one reader. */
const AT_ONCE = 8

interface BucketAddress {
  bucket: string
  /** Of every name, with a slash at its end; '' without one. */
  prefix: string
  endpoint: string | undefined
  region: string | undefined
}

/** `s3://bucket/prefix?endpoint=…&region=…` */
function readBucketUrl({ hostname, pathname, searchParams }: URL): BucketAddress {
  const prefix = pathname.replace(/^\/|\/$/g, '')
  const endpoint = searchParams.get('endpoint') ?? undefined
  return {
    bucket: hostname,
    prefix: prefix && `${prefix}/`,
    endpoint,
    // Servers other than Amazon's take any.
    region: searchParams.get('region') ?? (endpoint && 'us-east-1'),
  }
}

/** The SDK takes 100 ms and 30 MB, so it is loaded with its first use. It finds the credentials by itself. */
async function connect({ endpoint, region }: BucketAddress): Promise<S3> {
  const { S3 } = await import('@aws-sdk/client-s3')
  return new S3({
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(region && { region }),
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
    // What is sent is signed with its SHA-256 anyway, and not every server knows the SDK's own checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** A part of a draft, an object of its own, since objects cannot be appended to. */
interface Part {
  key: string
  at: number
  size: number
}

/** Long enough for a byte of any file that is taken. */
const partKey = (name: string, at: number) => `${name}/${String(at).padStart(12, '0')}`

export function openBucket(url: URL): Storage {
  const address = readBucketUrl(url)
  const { bucket: Bucket, prefix } = address
  const limit = pLimit(AT_ONCE)
  let client: Promise<S3> | undefined

  async function call<T>(work: (s3: S3, options: { abortSignal: AbortSignal }) => Promise<T>, withinMs = WITHIN_MS) {
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), withinMs)
    try {
      client ??= connect(address)
      return await work(await client, { abortSignal: ending.signal })
    } catch (error) {
      throw refusalOf(error)
    } finally {
      clearTimeout(timer)
    }
  }

  async function* listObjects(within = '') {
    let ContinuationToken: string | undefined
    do {
      const page = await call((s3, options) =>
        s3.listObjectsV2({ Bucket, Prefix: prefix + within, ContinuationToken }, options),
      )
      yield (page.Contents ?? []).map(({ Key = '', Size: size = 0, LastModified: storedAt = new Date() }) => ({
        key: Key.slice(prefix.length),
        size,
        storedAt,
      }))
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }

  const put = async (key: string, Body: Uint8Array) => {
    await call((s3, options) => s3.putObject({ Bucket, Key: prefix + key, Body }, options))
  }

  const open = async (key: string, Range?: string): Promise<Readable> => {
    const { Body } = await call((s3, options) => s3.getObject({ Bucket, Key: prefix + key, Range }, options))
    return Readable.from(readBody(Body as Readable))
  }

  const removeAll = (keys: string[]) =>
    limit.map(keys, (key) => call((s3, options) => s3.deleteObject({ Bucket, Key: prefix + key }, options)))

  /** Up to the first gap. */
  async function listParts(name: string): Promise<Part[]> {
    const parts: Part[] = []
    let end = 0
    for await (const page of listObjects(`${name}/`)) {
      for (const { key, size } of page) {
        const at = Number(key.slice(name.length + 1))
        if (at > end) return parts
        const before = parts.at(-1)
        if (before) before.size = at - before.at
        parts.push({ key, at, size })
        end = at + size
      }
    }
    return parts
  }

  async function* readParts(parts: Part[]) {
    for (let n = 0; n < parts.length; n += AT_ONCE) {
      const read = ({ key, size }: Part) => open(key, `bytes=0-${size - 1}`).then(buffer)
      yield* await Promise.all(parts.slice(n, n + AT_ONCE).map(read))
    }
  }

  return {
    put,
    open,
    async *list() {
      for await (const page of listObjects())
        yield page.map(({ key, ...file }) => ({ ...file, name: key.split('/')[0]! }))
    },
    async remove(name) {
      if (!name.includes('.part')) return void (await removeAll([name]))
      for await (const page of listObjects(name)) await removeAll(page.map(({ key }) => key))
    },
    async draftSize(name) {
      const last = (await listParts(name)).at(-1)
      return last ? last.at + last.size : 0
    },
    async writeDraft(name, at, bytes) {
      const later = (await listParts(name)).filter((part) => part.at > at)
      await removeAll(later.map(({ key }) => key))
      await put(partKey(name, at), bytes)
    },
    openDraft: async (name) => Readable.from(readParts(await listParts(name))),
    async localDraft(name, folder) {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(readParts(await listParts(name)), createWriteStream(path, { mode: 0o600 }))
      return path
    },
    ping: (timeoutMs) =>
      call((s3, options) => s3.listObjectsV2({ Bucket, Prefix: prefix, MaxKeys: 1 }, options), timeoutMs),
  }
}

async function* readBody(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    throw refusalOf(error)
  }
}

const ABSENT = /^(NoSuchKey|NotFound)$/
const REFUSED = 'The store of uploaded files refuses the console. Set STORAGE_URL and its credentials right.'
const SILENT =
  'The store of uploaded files does not answer. Try again in a moment; if it stays so, look after what STORAGE_URL names.'

/** The SDK's own errors carry what was sent and answered, and are not passed on. */
function refusalOf(error: unknown): Error {
  const { name, message, $metadata, code } = error as Error & { $metadata?: { httpStatusCode?: number }; code?: string }
  const cause = new Error(name === 'AbortError' ? 'no answer in time' : `${code ?? name}: ${message}`)
  if (ABSENT.test(name)) return cause
  const status = $metadata?.httpStatusCode ?? 0
  const isRefused =
    (status >= 300 && status < 500 && status !== 408 && status !== 429) || name === 'CredentialsProviderError'
  return Object.assign(unavailable(isRefused ? REFUSED : SILENT), { cause })
}
