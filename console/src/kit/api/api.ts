import type { DEFAULT_ERROR as Default, ErrorBody, ErrorCode } from '@hikmah/contract/common'
import type { AnyEndpoint, Data, Input, Meta } from '@hikmah/contract/endpoint'
import { local } from './session.ts'

const API_BASE = '/api'

// Said again here because importing it would bring zod to the sign-in page; the type keeps both the same.
const DEFAULT_ERROR: typeof Default = 'Something is wrong please try again! '

/** As much of an endpoint as a call needs. Pages that go without zod write it down, checked by the contract's type. */
export type Called<E extends AnyEndpoint> = Pick<E, 'method' | 'path' | 'types'>
export type EndpointRef = Pick<AnyEndpoint, 'method' | 'path'>

export interface Answer<E> {
  data: Data<E>
  message: string | undefined
  meta: Meta<E>
}

export class ApiError extends Error {
  override name = 'ApiError'
  /** 0 when no answer came. */
  readonly status: number
  readonly code: ErrorCode | undefined
  /** Field path to what is wrong with it. */
  readonly fields: Record<string, string>
  /** The row as it stands now, sent with CONFLICT. */
  readonly current: unknown
  readonly requestId: string | undefined
  /** Seconds until it is worth trying again. */
  readonly retryAfter: number | undefined

  constructor(status: number, body?: Partial<ErrorBody>, retryAfter?: number, cause?: unknown) {
    super(body?.message || DEFAULT_ERROR, { cause })
    this.status = status
    this.code = body?.code
    this.fields = body?.fields ?? {}
    this.current = body?.current
    this.requestId = body?.requestId
    this.retryAfter = retryAfter
  }
}

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

interface Options {
  signal?: AbortSignal
  /** For the calls that the customer sends without a token. */
  withoutToken?: boolean
  /** Asked by the console itself: shown by no progress bar, and never a reason to ask for a sign-in. */
  isQuiet?: boolean
}

/**
 * Calls an endpoint. A failure is always an `ApiError`. When the session has ended, the person is asked to sign in
 * again in place and the call is then repeated.
 */
export async function call<E extends EndpointRef>(endpoint: E, input: Input<E>, options?: Options): Promise<Answer<E>> {
  const answer = await send(endpoint, input as Parts, options)
  if (answer.status === 204) return { data: null, message: undefined, meta: undefined } as Answer<E>
  const body = (await readBody(answer)) as Partial<Answer<E>> | undefined
  return { data: body?.data, message: body?.message, meta: body?.meta } as Answer<E>
}

/** Sends a form with files to an endpoint marked `upload`. */
export async function upload<E extends EndpointRef>(endpoint: E, form: FormData): Promise<Answer<E>> {
  return (await (await send(endpoint, { body: form })).json()) as Answer<E>
}

/** Fetches a file that asks for the token, which a plain link could not send. */
export async function download<E extends EndpointRef>(endpoint: E, input: Input<E>, options?: Options): Promise<Blob> {
  return (await send(endpoint, input as Parts, options)).blob()
}

async function send(endpoint: EndpointRef, parts: Parts, options: Options = {}, isRepeat = false): Promise<Response> {
  const token = options.withoutToken ? undefined : local.get('authToken')
  if (options.isQuiet && isSessionOver()) throw new ApiError(401, { code: 'UNAUTHENTICATED' })
  const { body } = parts
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('token', token)
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json')

  if (!options.isQuiet) running.change(1)
  const answer = await fetch(urlOf(endpoint, parts), {
    method: endpoint.method,
    headers,
    body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    signal: options.signal,
  })
    .catch((cause: unknown) => {
      if (options.signal?.aborted) throw cause
      throw new ApiError(0, undefined, undefined, cause)
    })
    .finally(() => {
      if (!options.isQuiet) running.change(-1)
    })

  if (answer.ok) return answer
  const failure = new ApiError(
    answer.status,
    (await readBody(answer)) as Partial<ErrorBody> | undefined,
    Number(answer.headers.get('retry-after')) || undefined,
  )
  if (failure.code !== 'UNAUTHENTICATED' || !token) throw failure
  refusedToken = token
  if (!signInAgain || isRepeat || options.isQuiet) throw failure
  await signInAgain()
  return send(endpoint, parts, options, true)
}

function urlOf(endpoint: EndpointRef, { params = {}, query = {} }: Parts): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return `${API_BASE}${path}${search.size > 0 ? `?${search}` : ''}`
}

const readBody = (answer: Response): Promise<unknown> => answer.json().catch(() => undefined)

let refusedToken: string | undefined

/** Whether the server no longer takes the token at hand; until somebody signs in again there is nothing to ask. */
export const isSessionOver = () => local.get('authToken') === refusedToken

let signInAgain: (() => Promise<void>) | undefined

/** What to do when the session ends while somebody works. The promise settles when they have signed in again. */
export function onSessionEnded(ask: (() => Promise<void>) | undefined) {
  signInAgain = ask
}

const listeners = new Set<() => void>()
let count = 0

/** How many requests run now, for `useSyncExternalStore`. */
export const running = {
  change(by: 1 | -1) {
    count += by
    for (const listener of listeners) listener()
  },
  count: () => count,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
