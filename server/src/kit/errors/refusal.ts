import type { Contradiction, ErrorCode } from '@hikmah/contract/common'

export const ID_DIFFERS = 'Must match the id in the address'

/** A refusal that a caller can act on; becomes the answer `{message, code, …, requestId}`. */
export class Refusal extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly current: unknown
  readonly why: string | undefined
  readonly contradictions: Contradiction[] | undefined
  readonly retryAfterS: number | undefined

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    more: {
      fields?: Record<string, string>
      current?: unknown
      why?: string
      contradictions?: Contradiction[]
      retryAfterS?: number
    } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = more.fields
    this.current = more.current
    this.why = more.why
    this.contradictions = more.contradictions
    this.retryAfterS = more.retryAfterS
  }
}

export const invalid = (field: string, message: string) =>
  new Refusal(400, 'VALIDATION', `${field}: ${message}`, { fields: { [field]: message } })
export const tooLarge = (field: string, message: string) =>
  new Refusal(413, 'VALIDATION', `${field}: ${message}`, { fields: { [field]: message } })
export const unprocessable = (field: string, message: string) =>
  new Refusal(422, 'VALIDATION', message, { fields: { [field]: message } })
export const unauthenticated = (message = 'Sign in to go on') => new Refusal(401, 'UNAUTHENTICATED', message)
export const unknownDeviceKey = () =>
  unauthenticated('This device key is not known, or was replaced. Ask for a new one.')
export const forbidden = (message = 'Your role does not allow this') => new Refusal(403, 'FORBIDDEN', message)
export const forbiddenField = (field: string, message: string) =>
  new Refusal(403, 'FORBIDDEN', message, { fields: { [field]: message } })
/** `what` as the caller knows it: `organization`, `invite`. */
export const notFound = (what: string) => new Refusal(404, 'NOT_FOUND', `This ${what} does not exist`)
export const conflict = (message: string, current?: unknown) => new Refusal(409, 'CONFLICT', message, { current })
export function refuseIf(why: string | null | undefined): void {
  if (why) throw conflict(why)
}
export function existing<Row>([row]: Row[], what: string): Row {
  if (!row) throw notFound(what)
  return row
}
export const duplicate = (field: string, message: string, current?: unknown) =>
  new Refusal(409, 'DUPLICATE', message, { fields: { [field]: message }, current })
export const rateLimited = (message: string, retryAfterS: number) =>
  new Refusal(429, 'RATE_LIMITED', message, { retryAfterS })
export const unavailable = (message = 'The database does not answer. Try again in a moment.') =>
  new Refusal(503, 'UNAVAILABLE', message, { retryAfterS: 2 })

export const serverBusy = () => unavailable('The server is busy. Try again in a moment.')
export const unknownOutcome = () => unavailable('It is not known whether this was saved. Check before trying again.')

/** Refuses a stale version with the current row, which is read only then. Without a version the last write wins. */
export async function assertVersion(
  given: number | undefined,
  current: { version: number },
  readRow: () => Promise<unknown>,
): Promise<void> {
  if (given === undefined || given === current.version) return
  throw conflict('Somebody else saved this while you were editing', await readRow())
}
