import type { ErrorBody, ErrorCode } from '@hikmah/contract/common'
import { DEFAULT_ERROR, REQUIRED } from '@hikmah/contract/words'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isDatabaseBusy, isDatabaseGone, isDiskFull } from '../errors/failures.ts'
import { invalid, Refusal, serverBusy, unavailable } from '../errors/refusal.ts'
import { replacerFor } from './serve.ts'

const units: Record<string, string> = { string: ' characters', array: ' entries', file: ' bytes' }

const describeType = (expected = 'another type') => `Expected ${expected === 'int' ? 'a whole number' : expected}`

/** For values that break a rule for which the contract has no text. */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_union') return describeUnion(issue.errors)
  if (issue.input === undefined) return REQUIRED
  if (issue.code === 'invalid_type') return describeType(issue.expected)
  if (issue.code === 'invalid_value') return `Expected ${issue.values.map((value) => value || 'nothing').join(' or ')}`
  if (issue.code === 'too_small')
    return `${issue.inclusive === false ? 'More than' : 'At least'} ${issue.minimum}${units[issue.origin] ?? ''}`
  if (issue.code === 'too_big')
    return `${issue.inclusive === false ? 'Less than' : 'At most'} ${issue.maximum}${units[issue.origin] ?? ''}`
  return undefined
}

/** The message of the nearest form: the first that accepts its type and value. */
function describeUnion(forms: z.core.$ZodIssue[][]): string | undefined {
  const isOther = ({ code, path }: z.core.$ZodIssue) => /^invalid_(type|value)$/.test(code) && path.length === 0
  const near = forms.find(([first]) => first && !isOther(first))
  const named = forms.find(([first]) => first?.code === 'invalid_value' && first.values.some(Boolean))
  return (near ?? named ?? forms.at(-1))?.[0]?.message
}

interface ShapeIssue {
  keyword: string
  instancePath: string
  message?: string
  params: { expected?: string; keys?: string[] }
}

/** Turns whatever was thrown into the one error answer. The unexpected is logged and answered with the default text. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  const status = refusal?.status ?? 500
  if (!refusal || isDrift(error)) {
    const { method, routeOptions } = request
    const words = refusal ? 'the database refused what the contract allows' : 'unexpected error'
    request.log.error({ err: error, method, route: routeOptions.url, status }, words)
  } else if (status >= 500) request.log.warn({ err: error }, 'unavailable')
  const body: ErrorBody = refusal
    ? {
        message: refusal.message,
        code: refusal.code,
        ...(refusal.fields && { fields: refusal.fields }),
        ...(refusal.current !== undefined && { current: refusal.current }),
        ...(refusal.why !== undefined && { why: refusal.why }),
        ...(refusal.contradictions && { contradictions: refusal.contradictions }),
        requestId: request.id,
      }
    : { message: DEFAULT_ERROR, code: 'INTERNAL', requestId: request.id }
  if (refusal?.retryAfterS) reply.header('retry-after', Math.ceil(refusal.retryAfterS))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body, replacerFor(request)))
}

/** Undefined for the unexpected. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (!(error instanceof Error)) return undefined
  const { validation, statusCode, code } = error as FastifyError
  if (validation) return shapeRefusal(validation as unknown as ShapeIssue[], (error as FastifyError).validationContext)
  // A caller who hung up is an ECONNRESET too, but with a status.
  return fastifyRefusal(statusCode, code, error.message) ?? databaseRefusal(error)
}

function shapeRefusal(issues: ShapeIssue[], context = 'body'): Refusal {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.instancePath.slice(1).replaceAll('/', '.')
    for (const key of issue.params.keys ?? ['']) {
      fields[[path, key].filter(Boolean).join('.') || context] ??= describeShapeIssue(issue)
    }
  }
  const [field, words] = Object.entries(fields)[0] ?? [context, 'not valid']
  return new Refusal(400, 'VALIDATION', `${field}: ${words}`, { fields })
}

/** The message for a value of another type would be about its content. */
function describeShapeIssue({ keyword, message = 'not valid', params }: ShapeIssue) {
  if (keyword === 'unrecognized_keys') return 'There is no such field'
  return keyword === 'invalid_type' && message !== REQUIRED ? describeType(params.expected) : message
}

const CHECK_VIOLATION = '23514'
const NOT_NULL_VIOLATION = '23502'

/** The database and the contract disagree: the caller may go on with another value, and an engineer has to know. */
const isDrift = (error: unknown): boolean =>
  error instanceof Error &&
  ([CHECK_VIOLATION, NOT_NULL_VIOLATION].includes(String((error as DatabaseError).code)) || isDrift(error.cause))

type DatabaseError = Error & { table?: string; column?: string; constraint?: string; code?: string }

/** The refused field as callers spell it; a check of several columns is about the body. */
function refusedField({ table = '', column, constraint = '' }: DatabaseError): string {
  const named = column ?? constraint.slice(table.length + 1).replace(/_?check\d*$/, '')
  return named.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) || 'body'
}

function databaseRefusal(error: Error): Refusal | undefined {
  if (isDatabaseBusy(error)) return serverBusy()
  if (isDatabaseGone(error)) return unavailable()
  if (isDiskFull(error)) return new Refusal(507, 'UNAVAILABLE', 'The disk is full. Nothing was saved; free some space.')
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    const { code = '' } = inner as { code?: string }
    if (code === CHECK_VIOLATION) return invalid(refusedField(inner), 'This value is not allowed')
    if (code === NOT_NULL_VIOLATION) return invalid(refusedField(inner), REQUIRED)
    if (code === '23505') return new Refusal(409, 'DUPLICATE', 'This already exists')
    if (code === '23503') return new Refusal(409, 'CONFLICT', 'The item this refers to has been deleted')
    if (code === '22021' || code === '22P05')
      return new Refusal(400, 'VALIDATION', 'The text contains characters that cannot be stored')
    // A few characters may be more bytes than an index takes.
    if (code === '54000') return new Refusal(400, 'VALIDATION', 'A text is too long')
    if (code.startsWith('22')) return new Refusal(400, 'VALIDATION', 'A value is out of range')
  }
  return undefined
}

const FASTIFY_MESSAGES: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body: too large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Content-Type: send application/json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body: not valid JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body: Required',
  FST_ERR_BAD_URL: 'address: not valid',
  FST_ERR_MAX_PARAM_LENGTH: 'address: too long',
  FST_REQ_FILE_TOO_LARGE: 'file: at most 1 MB',
  FST_FILES_LIMIT: 'file: one at a time',
  FST_PROTO_VIOLATION: 'body: a part has a name that is not allowed',
  FST_PARTS_LIMIT: 'body: too many parts',
  FST_FIELDS_LIMIT: 'body: too many fields',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'Content-Type: send multipart/form-data',
}

const codes: Record<number, ErrorCode> = { 403: 'FORBIDDEN', 404: 'NOT_FOUND' }

function fastifyRefusal(status: number | undefined, code: string, message: string): Refusal | undefined {
  if (status === 503) return serverBusy()
  if (status === 429)
    return new Refusal(429, 'RATE_LIMITED', 'Too many requests. Try again in a minute.', { retryAfterS: 60 })
  if (!status || status < 400 || status >= 500) return undefined
  const words = FASTIFY_MESSAGES[code] ?? message
  const [field] = words.split(':')
  return new Refusal(status, codes[status] ?? 'VALIDATION', words, {
    ...(FASTIFY_MESSAGES[code]?.includes(': ') && field && { fields: { [field]: words.slice(field.length + 2) } }),
  })
}
