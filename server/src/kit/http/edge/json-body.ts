import type { FastifyInstance } from 'fastify'
import { invalid } from '../../errors/refusal.ts'

/** No request needs a quarter of this depth. What is much deeper cannot be written as JSON again. */
export const DEEPEST = 64
/** Sorting ten thousand rows needs three quarters. Many more would take too long to read. */
export const MOST_PARTS = 40_000

/** Refuses text/plain and JSON with too much depth or too many parts. Many send DELETE with an empty body. */
export function parseJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    const problem = shapeProblem(text)
    if (problem) done(invalid('body', problem))
    else if (text === '') done(null, undefined)
    else parse(request, text, done)
  })
}

/** Reads brackets and commas alone, no further than it must. */
function shapeProblem(text: string): string | undefined {
  let depth = 0
  let parts = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at)
    else if (sign === ']' || sign === '}') depth -= 1
    else if (sign === '[' || sign === '{') {
      depth += 1
      parts += 1
    } else if (sign === ',') parts += 1
    if (depth > DEEPEST) return `Nest at most ${DEEPEST} levels`
    if (parts > MOST_PARTS) return `Send at most ${MOST_PARTS.toLocaleString('en-US')} values`
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote
  while (text[first - 1] === '\\') first -= 1
  return (quote - first) % 2 === 1
}
