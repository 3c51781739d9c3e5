import type { FastifyInstance } from 'fastify'
import { invalid } from '../refusal.ts'

/** Nothing that is asked for is nested a quarter as deep. What is much deeper cannot be written as JSON again. */
export const DEEPEST = 64

/**
 * Reads bodies of JSON and refuses text/plain. An empty one with a JSON content type is no body, as many clients send
 * it with DELETE. One that is nested too deep is a 400.
 */
export function parseJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else
      parse(request, body as string, (error, value) => {
        if (isDeeper(value, DEEPEST)) done(invalid('body', `Nest at most ${DEEPEST} levels`))
        else done(error, value)
      })
  })
}

/** Looks no deeper than `levels` itself. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))
