import type { Transport } from '../kit/api/api.ts'

/** Enough for a megabyte on a slow connection. */
const LONGEST_MS = 120_000

/** Like `fetch`, but reports how much of the body has been sent, from 0 to 1, which `fetch` cannot. */
export const withProgress =
  (onProgress: (sent: number) => void): Transport =>
  (address, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, address)
      headers.forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onload = () => resolve(answerOf(request))
      request.timeout = LONGEST_MS
      request.ontimeout = () => reject(new TypeError('The server did not respond in time'))
      request.onerror = () => reject(new TypeError('The server did not respond'))
      request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort())
      request.send(body)
    })

function answerOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after')
  return new Response(request.responseText, {
    status: request.status,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  })
}
