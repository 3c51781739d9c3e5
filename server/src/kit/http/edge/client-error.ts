import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '@hikmah/contract/common'

const SAID: Record<string, [status: number, field: string, words: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'headers', 'The address and the headers together are too long'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'body', 'The chunks are not valid'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request', 'The request timed out'],
}

/** What is not an HTTP request never reaches a route, yet it is answered in the one error shape. */
export function answerClientError(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const [status, field, words] = SAID[error.code ?? ''] ?? [400, 'request', 'This is not a valid HTTP request']
  const body: ErrorBody = {
    message: `${field}: ${words}`,
    code: 'VALIDATION',
    fields: { [field]: words },
    requestId: crypto.randomUUID(),
  }
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  return socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}
