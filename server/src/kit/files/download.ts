import type { FastifyReply } from 'fastify'

const EXTENSIONS: Record<string, string[]> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
}

/** Letters, digits and a few marks, with the extension of its content: a picture named `page.html` must not open as one. */
function safeFileName(name: string, contentType: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_').replace(/^[._]+/, '')
  const extensions = EXTENSIONS[contentType] ?? []
  const extension = plain.split('.').at(-1)?.toLowerCase() ?? ''
  const fits = extensions.length === 0 || (plain.includes('.') && extensions.includes(extension))
  return fits ? plain || 'file' : `${plain || 'file'}.${extensions[0]}`
}

/** Headers under which somebody's bytes are setSafeDownloadHeaders: never sniffed, never run. */
export function setSafeDownloadHeaders(
  reply: FastifyReply,
  file: { name: string; contentType: string },
  shown: 'inline' | 'attachment',
) {
  reply
    .header('content-type', file.contentType)
    .header('content-disposition', `${shown}; filename="${safeFileName(file.name, file.contentType)}"`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
}
