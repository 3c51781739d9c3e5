import type { Transport } from '../kit/api/api.ts'

/** For a megabyte on a bad line. */
const LONGEST_MS = 120_000

/** Sends as `fetch` does and tells how much of the body has left, from 0 to 1, which `fetch` cannot. */
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
