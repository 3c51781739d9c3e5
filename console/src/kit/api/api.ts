import type { Contradiction, ErrorBody, ErrorCode } from '@hikmah/contract/common'
import { apiUrl, type CallParts, type Conflict, type Data, type Input, type Meta } from '@hikmah/contract/endpoint'
import { DEFAULT_ERROR } from '@hikmah/contract/words'
import { createAtom } from '@tanstack/react-store'
import { learnServerTime, local } from './session.ts'

export interface Answer<E> {
  data: Data<E>
  message: string | undefined
  meta: Meta<E>
}

export class ApiError<Current = unknown> extends Error {
  override name = 'ApiError'
  /** 0 when there was no response. */
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly fields: Record<string, string>
  /** The row as it stands now, sent with CONFLICT. */
  readonly current: Current | undefined
  /** Why a link has ended, sent with LINK_ENDED. */
  readonly why: string | undefined
  /** What the decision contradicts, sent with AGAINST_RECORD. */
  readonly contradictions: Contradiction[]
  readonly requestId: string | undefined
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(status: number, body?: Partial<ErrorBody>, retryAfter?: number, cause?: unknown) {
    super(body?.message || DEFAULT_ERROR, { cause })
    this.status = status
    this.code = body?.code
    this.fields = body?.fields ?? {}
    // The server is trusted here as for every response.
    this.current = body?.current as Current | undefined
    this.why = body?.why
    this.contradictions = body?.contradictions ?? []
    this.requestId = body?.requestId
    this.retryAfter = retryAfter
  }

  /** Whether fields of the form show what is wrong. */
  get isShownInFields() {
    return Object.keys(this.fields).length > 0
  }
}

export type Failure<E> = ApiError<Conflict<E>>

/** The row as it is now, when somebody else saved first. */
export const conflictingRow = <E extends CallParts>(_: E, failure: ApiError | null): Conflict<E> | undefined =>
  failure?.code === 'CONFLICT' ? (failure.current as Conflict<E>) : undefined

export type Transport = (url: string, request: Request) => Promise<Response>
type Request = Pick<RequestInit, 'method' | 'signal' | 'keepalive'> & {
  headers: Headers
  body: XMLHttpRequestBodyInit | undefined
}

interface Options {
  signal?: AbortSignal
  withoutToken?: boolean
  /** Sent by the console itself: no progress bar, and never a reason to ask for a sign-in. */
  isQuiet?: boolean
  transport?: Transport
  /** Continues when the page is left before it is done. */
  keepalive?: boolean
  /** Of a call that a person may press again: the answer that was lost is repeated. */
  key?: string
}

/**
 * A failure is always an `ApiError`. When the session has ended, the person is asked to sign in again in place and the
 * call is then repeated.
 */
export async function call<E extends CallParts>(endpoint: E, input: Input<E>, options?: Options): Promise<Answer<E>> {
  const { data, message, meta } = (await send(endpoint, input, readJson, options)) as Answer<E>
  return { data: endpoint.isFirstOfList ? firstItem(data) : data, message, meta } as Answer<E>
}

function firstItem(data: unknown): unknown {
  if (!Array.isArray(data)) return data
  if (data.length === 0) throw new ApiError(404, { code: 'NOT_FOUND' })
  return data[0]
}

/** Sends a form with files to an endpoint marked `upload`. */
export async function upload<E extends CallParts>(
  endpoint: E,
  form: FormData,
  options?: Options,
  paramsAndQuery?: Input<E>,
): Promise<Answer<E>> {
  return (await send(endpoint, { ...paramsAndQuery, body: form }, readJson, options)) as Answer<E>
}

/** Fetches a file that needs the token, which a plain link could not send. */
export async function download<E extends CallParts>(endpoint: E, input: Input<E>, options?: Options): Promise<Blob> {
  return send(endpoint, input, (answer) => answer.blob(), options)
}

const REPEAT_MS = 500
export const whyNoAnswer = () => (navigator.onLine === false ? 'You are offline' : 'The server is not responding')

/** Sends a call, and retries it once where that may help and is safe. */
async function send<Body>(
  endpoint: CallParts,
  input: object,
  readBody: (answer: Response) => Promise<Body>,
  options: Options = {},
): Promise<Body> {
  // The server runs a request once per key, however often it arrives.
  const key = endpoint.method === 'POST' && !endpoint.keyless ? (options.key ?? newKey()) : undefined
  try {
    return await sendOnce(endpoint, input, readBody, options, key)
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    if (failure.status === 0 && key) await new Promise((resolve) => setTimeout(resolve, REPEAT_MS))
    else if (isSignedOut(failure, options) && signInAgain) await signInAgain()
    else throw failure
  }
  return sendOnce(endpoint, input, readBody, options, key)
}

const isSignedOut = ({ code }: ApiError, { withoutToken, isQuiet }: Options) =>
  code === 'UNAUTHENTICATED' && local.get('authToken') !== undefined && !withoutToken && !isQuiet

// crypto.randomUUID is missing where the console is served without https.
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

async function sendOnce<Body>(
  endpoint: CallParts,
  input: { body?: unknown },
  readBody: (answer: Response) => Promise<Body>,
  { signal, withoutToken, isQuiet, keepalive, transport = fetch }: Options,
  key: string | undefined,
): Promise<Body> {
  const token = withoutToken ? undefined : local.get('authToken')
  if (isQuiet && isSessionOver()) throw new ApiError(401, { code: 'UNAUTHENTICATED' })
  const { body } = input
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('token', token)
  if (key) headers.set('idempotency-key', key)
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json')

  const fail = (cause: unknown) => {
    if (signal?.aborted) throw cause
    // The customer's text for a failure without a body, and the reason.
    throw new ApiError(0, { message: `${DEFAULT_ERROR}${whyNoAnswer()}.` }, undefined, cause)
  }
  if (!isQuiet) runningRequests.set((count) => count + 1)
  const answer = await transport(apiUrl(endpoint, input), {
    method: endpoint.method,
    headers,
    body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    signal,
    keepalive,
  })
    .catch(fail)
    .finally(() => {
      if (!isQuiet) runningRequests.set((count) => count - 1)
    })

  learnServerTime(answer.headers.get('date'))
  // A response that breaks off counts as none.
  if (answer.ok) return readBody(answer).catch(fail)
  const failure = new ApiError(
    answer.status,
    (await readJson(answer).catch(() => undefined)) as Partial<ErrorBody> | undefined,
    Number(answer.headers.get('retry-after')) || undefined,
  )
  if (failure.code === 'UNAUTHENTICATED' && token) refusedToken = token
  throw failure
}

const readJson = async (answer: Response): Promise<unknown> =>
  answer.status === 204 ? { data: null } : await answer.json()

let refusedToken: string | undefined

/** Whether the server has rejected the current token; until somebody signs in again nothing is requested. */
const isSessionOver = () => local.get('authToken') === refusedToken

let signInAgain: (() => Promise<void>) | undefined

/** False where nobody can be asked, as on a page that is not there yet. */
export function askToSignInAgain(): boolean {
  void signInAgain?.()
  return signInAgain !== undefined
}

/** What to do when the session ends while somebody works. The promise settles when they have signed in again. */
export function onSessionEnded(ask: (() => Promise<void>) | undefined) {
  signInAgain = ask
}

export const runningRequests = createAtom(0)

/** What browsers and the bundler report when a script or a style sheet fails to load. */
const NOT_FETCHED = /preload|dynamically imported|importing a module|failed to fetch/i

/** Why something could not be read, in plain words; technical errors are in the browser's log. */
export function failureText(error: Error): string {
  if (!(error instanceof ApiError)) {
    return NOT_FETCHED.test(error.message)
      ? 'Part of the console could not be loaded: the server is not responding.'
      : 'Something went wrong in the console. Reload the page; if it happens again, contact your administrator.'
  }
  if (error.status === 400) return 'The address of this page is incomplete or mistyped.'
  return error.message
}

export function saveAs(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
