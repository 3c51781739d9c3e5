import type { z } from 'zod'
import type { Access } from './permissions.ts'

type Schema = z.core.$ZodType

/**
 * One call of the API, described once. The server serves it, the console calls it, the OpenAPI document and
 * the person matrix are made from it.
 */
export interface EndpointParts {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the API base `/api`, parameters as `:name`. */
  path: string
  /** The one permission it asks for, or who may call it without one. Start-up fails without it. */
  allow: Access
  params?: Schema
  query?: Schema
  body?: Schema
  /** The shape of `data` in the envelope `{data, message?, meta?}`. */
  response: Schema
  /** `meta` of a list: total, page, limit and the counts of each status. */
  meta?: Schema
  /** Said in the answer beside its data, where the text is always the same. */
  message?: string
  /** A multipart upload; the body is described by hand in the OpenAPI document. */
  upload?: true
  /** Answers the bytes of a file instead of an envelope. */
  download?: true
  /** The answer holds a secret that is shown once: it is not kept to be answered again for the same Idempotency-Key. */
  isSecret?: true
  /** May be called by the scripts of any website (CORS), without credentials. */
  anyOrigin?: true
  /** Largest accepted body in bytes, where it differs from the house's 1 MiB. */
  bodyLimit?: number
}

type In<S> = S extends Schema ? z.input<S> : undefined
type Out<S> = S extends Schema ? z.output<S> : undefined

export interface Types<Input, Parsed, Data, Meta> {
  /** What a caller sends. */
  input: Input
  /** What a handler receives. */
  parsed: Parsed
  data: Data
  meta: Meta
}

/** The types are computed once here and carried as a phantom member, which keeps the compiler fast. */
export type Endpoint<E extends EndpointParts = EndpointParts, T = unknown> = E & { readonly types?: T }

type TypesOf<E extends EndpointParts> = Types<
  { params: In<E['params']>; query: In<E['query']>; body: In<E['body']> },
  { params: Out<E['params']>; query: Out<E['query']>; body: Out<E['body']> },
  Out<E['response']>,
  Out<E['meta']>
>

export function endpoint<const E extends EndpointParts>(parts: E): Endpoint<E, TypesOf<E>> {
  return parts
}

export type AnyEndpoint = Endpoint<EndpointParts, unknown>
type TypesIn<E> = E extends { readonly types?: infer T } ? NonNullable<T> : never
type Part<E, K extends keyof Types<unknown, unknown, unknown, unknown>> =
  TypesIn<E> extends Types<infer I, infer P, infer D, infer M> ? { input: I; parsed: P; data: D; meta: M }[K] : never

type Given<T> = { [K in keyof T as undefined extends T[K] ? (T[K] extends undefined ? never : K) : K]: T[K] }

/** What a caller hands over: only the parts the endpoint has. */
export type Input<E> = Given<Part<E, 'input'>>
export type Parsed<E> = Part<E, 'parsed'>
export type Data<E> = Part<E, 'data'>
export type Meta<E> = Part<E, 'meta'>
