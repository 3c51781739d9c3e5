import type { z } from 'zod'
import type { Access } from './permissions.ts'

type Schema = z.core.$ZodType

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface CallOptions {
  /** A POST that takes no Idempotency-Key: public, from a device, an upload, or with a secret in its answer. */
  keyless?: true
  /** A server of the customer's may answer a list, of which the first item counts (first seed, section 4). */
  isFirstOfList?: true
}

/** Where a call goes: all that the console needs of an endpoint besides its types. */
export interface CallParts extends CallOptions {
  method: Method
  /** Below the API base `/api`, with parameters such as `:name`. */
  path: string
}

/** Who may make a call, what it takes and what it returns. */
interface Description extends CallOptions {
  /** The method and the path, such as `GET /things/:id`. */
  call: `${Method} /${string}`
  /** What it does, in a few words; its title in the OpenAPI document. */
  summary: string
  /** What else a caller must know: order, limits, what happens besides. */
  description?: string
  /** When it refuses, by status, beyond what follows from the rest of this description (`kit/http/openapi.ts`). */
  refusals?: { readonly [status: number]: string }
  example?: { readonly query?: object; readonly body?: unknown }
  /** The one permission it asks for, or who may call it without one. Start-up fails without it. */
  allow: Access
  /** The parameters of the path, where one is not an `Id`. */
  params?: Schema
  query?: Schema
  body?: Schema
  /** The shape of `data` in the envelope `{data, message?, meta?}`; without one, `data` is null. */
  response?: Schema
  /** `meta` of a list: total, page, limit and the counts of each status. */
  meta?: Schema
  /** Said in the answer beside its data; a function of the body and the data where these decide which text it is. */
  message?: string | ((body: never, data: never) => string)
  /** The shape of `current` in a refusal with CONFLICT: what stands there now. */
  conflict?: Schema
  /** A multipart upload; the body is described by hand in the OpenAPI document. */
  upload?: true
  /** Where the answer is a text, it is a refusal that clients of the seeds read from a 200: `{error: true, data: text}`. */
  flagsText?: true
  /** Returns the bytes of a file instead of an envelope. */
  download?: true
  /** The answer holds a secret that is shown once: it is not kept to be answered again for the same Idempotency-Key. */
  isSecret?: true
  /** May be called by the scripts of any website (CORS), without credentials. */
  anyOrigin?: true
  /** Largest accepted body in bytes, where it differs from the house's 1 MiB. */
  bodyLimit?: number
}

interface Named extends CallParts {
  /** Under which its feature describes it. */
  name: string
  /** The feature, by which the OpenAPI document groups its calls. */
  tag: string
}

/**
 * One call of the API, described once. The server serves it, the console calls it, the OpenAPI document and
 * the person matrix are made from it.
 */
export type EndpointParts = Description & Named

export interface Types<Input, Parsed, Data, Meta, Conflict> {
  input: Input
  parsed: Parsed
  data: Data
  meta: Meta
  conflict: Conflict
}

/** The types are computed once here and carried as a phantom member, which keeps the compiler fast. */
export type Endpoint<E extends EndpointParts = EndpointParts, T = unknown> = E & { readonly types?: T }

type ParameterNames<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
type Ids<Path> = [ParameterNames<Path>] extends [never] ? undefined : Record<ParameterNames<Path>, string>

type In<S, Default = undefined> = S extends Schema ? z.input<S> : Default
type Out<S, Default = undefined> = S extends Schema ? z.output<S> : Default
type TypesOf<D extends Description> = Types<
  { params: In<D['params'], Ids<D['call']>>; query: In<D['query']>; body: In<D['body']> },
  { params: Out<D['params'], Ids<D['call']>>; query: Out<D['query']>; body: Out<D['body']> },
  Out<D['response'], null>,
  Out<D['meta']>,
  Out<D['conflict']>
>

type Described<D extends Record<string, Description>> = {
  [K in keyof D]: Endpoint<D[K] & Named, TypesOf<D[K]>>
}

/** The calls of a feature, each with the name it stands under; `tag` groups them in the OpenAPI document. */
export function describeEndpoints<const D extends Record<string, Description>>(tag: string, descriptions: D) {
  const named = Object.entries(descriptions).map(([name, description]) => {
    const [method, path] = description.call.split(' ')
    return [name, { ...description, method, path, name, tag }]
  })
  // Built entry by entry, which the compiler cannot follow.
  return Object.fromEntries(named) as Described<D>
}

export type AnyEndpoint = Endpoint<EndpointParts, unknown>
type TypesIn<E> = E extends { readonly types?: infer T } ? NonNullable<T> : never
type Part<E, K extends keyof Types<unknown, unknown, unknown, unknown, unknown>> =
  TypesIn<E> extends Types<infer I, infer P, infer D, infer M, infer C>
    ? { input: I; parsed: P; data: D; meta: M; conflict: C }[K]
    : never

type PresentKeys<T> = { [K in keyof T as undefined extends T[K] ? (T[K] extends undefined ? never : K) : K]: T[K] }

/** What a caller hands over: only the parts the endpoint has. */
export type Input<E> = PresentKeys<Part<E, 'input'>>
export type Parsed<E> = Part<E, 'parsed'>
export type Data<E> = Part<E, 'data'>
export type Meta<E> = Part<E, 'meta'>
export type Conflict<E> = Part<E, 'conflict'>

/** What an input looks like whatever the endpoint. */
export interface InputParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** The URL of a call on the server, without the empty parts of its query. */
export function apiUrl(call: CallParts, input: object): string {
  const { params = {}, query = {} } = input as InputParts
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`
}
