import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'

const EXTENSIONS: Record<string, string[]> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
}

/**
 * The name in whatever script it is written, with the extension of its content: a picture named `page.html` must not open
 * as one. What turns the direction of writing could hide that extension and is left out.
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

/** Headers under which somebody's bytes are handed out: never sniffed, never run. */
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
