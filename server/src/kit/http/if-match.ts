import type { AnyEndpoint } from '@hikmah/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid } from '../errors/refusal.ts'

/** Whether a write can say which version it is meant for. */
export const takesVersion = ({ body }: AnyEndpoint): boolean => body instanceof z.ZodObject && 'version' in body.shape

/** Takes the version of a write from `If-Match`, such as `"3"`, where its body has none. `*` is any. */
export function readIfMatch({ headers, body }: FastifyRequest): void {
  const sent = headers['if-match']?.trim()
  if (sent === undefined || sent === '*') return
  const [, version] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(sent) ?? []
  if (version === undefined) throw invalid('If-Match', 'Send the version, as in "3"')
  if (isObject(body)) body.version ??= Number(version)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
