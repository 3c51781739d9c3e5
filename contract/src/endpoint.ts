import type { z } from 'zod'
import type { Access } from './permissions.ts'

type Schema = z.core.$ZodType

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface CallOptions {
  /** A POST without an Idempotency-Key: public, from a device, an upload, or with a secret in its answer. */
  keyless?: true
  /** A public POST whose handler itself repeats its answer for the same Idempotency-Key, with new secrets. */
  repeatsByKey?: true
  /** A server of the customer's may answer a list, of which the first item counts (first seed, section 4). */
  isFirstOfList?: true
}

/** All that the console needs of an endpoint besides its types. */
export interface CallParts extends CallOptions {
  method: Method
  /** Below the API base `/api`, with parameters such as `:name`. */
  path: string
}

interface Description extends CallOptions {
  /** Such as `GET /things/:id`. */
  call: `${Method} /${string}`
  /** The title in the OpenAPI document. */
  summary: string
  /** Order, limits, side effects. */
  description?: string
  /** By status, beyond those that `kit/http/openapi.ts` derives from the rest. */
  refusals?: { readonly [status: number]: string }
  example?: { readonly query?: object; readonly body?: unknown }
  /** A permission, or who may call it without one. Start-up fails without it. */
  allow: Access
  /** Of the path, where a parameter is not an `Id`. */
  params?: Schema
  query?: Schema
  body?: Schema
  /** `data` in the envelope `{data, message?, meta?}`; null without a schema. */
  response?: Schema
  meta?: Schema
  /** The answer's text; a function of the body and the data where these decide which. */
  message?: string | ((body: never, data: never) => string)
  /** `current` in a refusal with CONFLICT. */
  conflict?: Schema
  /** A multipart upload, with a handwritten body in the OpenAPI document. */
  upload?: true
  /** A text as answer is a refusal, which clients of the seeds read from a 200: `{error: true, data: text}`. */
  flagsText?: true
  /** Returns the bytes of a file instead of an envelope. */
  download?: true
  /** The answer holds a secret, so it is not stored for a repeated Idempotency-Key. */
  isSecret?: true
  /** Scripts of any website may call it (CORS), without credentials. */
  anyOrigin?: true
  /** In bytes, instead of 1 MiB. */
  bodyLimit?: number
}

interface Named extends CallParts {
  name: string
  /** The feature; it groups calls in the OpenAPI document. */
  tag: string
}

/** One call of the API, for the server, the console, the OpenAPI document and the person matrix. */
export type EndpointParts = Description & Named

export interface Types<Input, Parsed, Data, Meta, Conflict> {
  input: Input
  parsed: Parsed
  data: Data
  meta: Meta
  conflict: Conflict
}

/** The phantom member carries the computed types, which keeps the compiler fast. */
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

/** Only the parts that the endpoint has. */
export type Input<E> = PresentKeys<Part<E, 'input'>>
export type Parsed<E> = Part<E, 'parsed'>
export type Data<E> = Part<E, 'data'>
export type Meta<E> = Part<E, 'meta'>
export type Conflict<E> = Part<E, 'conflict'>

export interface InputParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Without the empty parts of the query. */
export function apiUrl(call: CallParts, input: object): string {
  const { params = {}, query = {} } = input as InputParts
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`
}
