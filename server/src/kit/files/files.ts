import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { readTyped } from '@hikmah/contract/typed'
import { isWithin } from '@hikmah/contract/words'
import { create } from 'content-disposition'
import { sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { type Db, rowsOf } from '../db/db.ts'
import type { Storage } from './storage.ts'

/** Uploaded files are named by the SHA-256 of their content, so the same bytes are stored once. */
export interface FileStore extends Storage {
  /** Resolves with the SHA-256 once the bytes are stored. `tx` writes the row that names them; until it ends none is removed. */
  keep(tx: Db, bytes: Uint8Array): Promise<string>
  /** Rejects what is not what was kept. */
  read(sha256: string): Promise<Buffer>
  /** Removes a draft that nobody needs; what cannot be removed now is swept later. */
  discard(name: string): Promise<void>
}

const FILES_LOCK = 0x66696c65
/** Resolves with whether files may be removed until the transaction ends: none while one is kept or a backup copies them. */
export const lockFiles = async (tx: Db): Promise<boolean> => {
  const [row] = await rowsOf<{ locked: boolean }>(tx, sql`select pg_try_advisory_xact_lock(${FILES_LOCK}) as locked`)
  return row!.locked
}
/** Of a backup, as long as its connection lasts. */
export const HOLD_FILES = `select pg_advisory_lock_shared(${FILES_LOCK})`

export const isFileName = (name: string) => /^[0-9a-f]{64}$/.test(name)

/** What is kept is copied to `copies` too; what cannot be now comes with the next base. */
export function createFileStore(storage: Storage, copies?: Storage): FileStore {
  return {
    ...storage,
    async keep(tx, bytes) {
      await tx.execute(sql`select pg_advisory_xact_lock_shared(${FILES_LOCK})`)
      const name = hash('sha256', bytes)
      await storage.put(name, bytes)
      await copies?.put(name, bytes).catch(() => undefined)
      return name
    },
    async read(sha256) {
      const bytes = await buffer(await storage.open(sha256))
      if (hash('sha256', bytes) !== sha256) throw new Error(`the uploaded file ${sha256} is damaged`)
      return bytes
    },
    discard: (name) => storage.remove(name).catch(() => undefined),
  }
}

const MAX_NAME = 255

/** The name of an uploaded file without folders and overrides; `fallback` where nothing is left of it. */
export function cleanFileName(name: string, fallback: string): string {
  const last = readTyped((name.split(/[/\\]/).at(-1) ?? '').replace(/[\u202d\u202e]/g, ''))
  if (last === '' || last === '.' || last === '..') return fallback
  return isWithin(last, MAX_NAME) ? last : [...last].slice(-MAX_NAME).join('').trim()
}

const EXTENSIONS: Record<string, string[]> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
}

/**
 * The name in any script, with the extension of its content: a picture named `page.html` must not open as a page. Marks
 * that turn the direction of writing are removed, since they could hide the extension.
 */
function safeFileName(name: string, contentType: string): string {
  const plain = name
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, '')
    .replace(/[/\\:*?"<>|]+/g, '_')
    .replace(/^[._\s]+/, '')
  const extensions = EXTENSIONS[contentType] ?? []
  const extension = plain.split('.').at(-1)?.toLowerCase() ?? ''
  const fits = extensions.length === 0 || (plain.includes('.') && extensions.includes(extension))
  return fits ? plain || 'file' : `${plain || 'file'}.${extensions[0]}`
}

/** Uploaded bytes are never sniffed and never run. */
export function setSafeDownloadHeaders(
  reply: FastifyReply,
  file: { name: string; contentType: string },
  type: 'inline' | 'attachment',
) {
  reply
    .header('content-type', file.contentType)
    .header('content-disposition', create(safeFileName(file.name, file.contentType), { type }))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
}

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** Readers of PDF take a header that stands within this (ISO 32000-1, annex H, 3.4.1), behind what a scanner put before it. */
const PDF_HEADER_WITHIN = 1024

/** Judges by the first bytes, whatever the name says. */
export function contentTypeOf(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp'
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif'
  const head = Buffer.from(bytes.subarray(0, PDF_HEADER_WITHIN))
  return head.includes('%PDF-') ? 'application/pdf' : undefined
}
