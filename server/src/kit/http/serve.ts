import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { pathParams } from '@hikmah/contract/common'
import type { AnyEndpoint, Data, Meta, Parsed } from '@hikmah/contract/endpoint'
import { can, isPermission, masksEins, type Permission } from '@hikmah/contract/permissions'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import pLimit, { type LimitFunction } from 'p-limit'
import { z } from 'zod'
import type { Actor, DeviceActor, OrganizationActor, PublicActor, StaffActor } from '../auth/actor.ts'
import type { Database } from '../db/db.ts'
import {
  forbidden,
  invalid,
  Refusal,
  rateLimited,
  tooLarge,
  unauthenticated,
  unknownDeviceKey,
} from '../errors/refusal.ts'
import { createWatch } from '../health/watch.ts'
import type { Clock } from '../process/clock.ts'
import { once, readKey } from '../write/change.ts'
import { maskEins } from './masked-eins.ts'
import { fromReplica, keepPlace } from './written-place.ts'

export const takesVersion = ({ body }: AnyEndpoint): boolean => body instanceof z.ZodObject && 'version' in body.shape

/** Takes the version from `If-Match`, such as `"3"`, where the body has none. `*` is any. */
function readIfMatch({ headers, body }: FastifyRequest): void {
  const sent = headers['if-match']?.trim()
  if (sent === undefined || sent === '*') return
  const [, version] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(sent) ?? []
  if (version === undefined) throw invalid('If-Match', 'Send the version, as in "3"')
  if (isObject(body)) body.version ??= Number(version)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A search takes up to two of the twenty connections, perhaps for a second: most stay free for lists. */
const AT_ONCE = 4
const AT_ONCE_FOR_PERSON = 2
const MAX_WAITING_FOR_PERSON = 40

/** Nobody hears this; 499 is what logs call it. */
const callerGone = () => new Refusal(499, 'UNAVAILABLE', 'The caller hung up')

/** Searches take turns, those of one person and those of all. What nobody waits for any more is not searched for. */
export function createSearchTurns() {
  const everybody = pLimit(AT_ONCE)
  const byPerson = new Map<string, { turns: LimitFunction; waiting: Set<{ isGone: () => boolean }> }>()
  return async <T>(person: string, search: () => T | Promise<T>, isGone = () => false): Promise<T> => {
    const own = byPerson.get(person) ?? { turns: pLimit(AT_ONCE_FOR_PERSON), waiting: new Set() }
    const { turns, waiting } = own
    if ([...waiting].filter((one) => !one.isGone()).length >= MAX_WAITING_FOR_PERSON)
      throw rateLimited('You have too many searches under way. Wait for them to end.', 1)
    byPerson.set(person, own)
    const one = { isGone }
    waiting.add(one)
    const inTurn = () =>
      everybody(async () => {
        waiting.delete(one)
        if (isGone()) throw callerGone()
        return search()
      })
    try {
      return await turns(inTurn)
    } finally {
      if (turns.activeCount + turns.pendingCount === 0) byPerson.delete(person)
    }
  }
}

type ActorOf<E> = E extends { allow: 'public' }
  ? PublicActor
  : E extends { allow: 'organization' }
    ? OrganizationActor
    : E extends { allow: 'device' }
      ? DeviceActor
      : StaffActor

export interface Call<E> {
  params: Parsed<E>['params' & keyof Parsed<E>]
  query: Parsed<E>['query' & keyof Parsed<E>]
  body: Parsed<E>['body' & keyof Parsed<E>]
  actor: ActorOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

type Rows<D> = D extends readonly (infer Row)[] ? AsyncIterable<Row> : never

/** A list or a download may be handed over as it comes and is streamed with bounded memory. */
export type Answer<E> = Data<E> | Rows<Data<E>> | (E extends { download: true } ? AsyncIterable<string> : never)

/** A handler returns bare data, and for a list `meta` beside it. */
export type HandlerResult<E> = [Data<E>] extends [null]
  ? // biome-ignore lint/suspicious/noConfusingVoidType: a verb with nothing to answer resolves with void
    void
  : [Meta<E>] extends [undefined]
    ? Answer<E>
    : { data: Answer<E>; meta?: Meta<E> }

/** Called when a call is over, however it ended. */
type Leave = () => void
interface Entry<A> {
  /** May refuse a call before anything of its body is read. */
  arrive?: (actor: A) => Leave | void | Promise<void>
  /** Makes a call wait before its body is judged. */
  takeTurn?: (actor: A) => Promise<Leave>
}

export type Serve = <E extends AnyEndpoint>(
  endpoint: E,
  handler: (call: Call<E>) => HandlerResult<E> | Promise<HandlerResult<E>>,
  entry?: Entry<ActorOf<E>>,
) => void

export interface Identify {
  /** Undefined when the token, its session or its person is no longer valid. */
  staff(token: string, request: FastifyRequest): Promise<StaffActor | undefined>
  organization(token: string, request: FastifyRequest): Promise<OrganizationActor | undefined>
  device(key: string, request: FastifyRequest): Promise<DeviceActor | undefined>
}

export const callerOf = (request: FastifyRequest) => ({
  // A caller who has hung up has no address, whatever the type says.
  ip: (request.ip as string | undefined) ?? '',
  userAgent: request.headers['user-agent'] ?? '',
  requestId: request.id,
})

export const publicActor = (request: FastifyRequest): PublicActor => ({
  kind: 'public',
  id: '',
  name: 'Visitor',
  ...callerOf(request),
})

let comeFirst: Promise<unknown> = Promise.resolve()
/** Devices come by hundreds at once: admitting one a turn of the event loop lets others in between. */
const letOthersCome = () => {
  comeFirst = comeFirst.then(() => setImmediate())
  return comeFirst
}

/** For logging, even of refused calls. */
const actors = new WeakMap<FastifyRequest, Actor>()
export const userOf = (request: FastifyRequest): string | undefined => actors.get(request)?.id

/** Applies to every JSON answer, refusals too: the one exit that masks EINs. */
const replacers = new WeakMap<FastifyRequest, typeof maskEins>()
export const replacerFor = (request: FastifyRequest) => replacers.get(request)

/** For the guards, which are tests of all endpoints. */
export const servedEndpoints = new WeakMap<FastifyInstance, Set<AnyEndpoint>>()

const PUBLIC_CALLS_PER_MINUTE = 600

/**
 * Maps one endpoint to one route: session, permission, shape, handler, envelope. The handler receives parsed input; the
 * answer is parsed too, so nothing leaves that the contract does not name.
 */
export function createServe(app: FastifyInstance, database: Database, clock: Clock, identify: Identify): Serve {
  const watched = createWatch(database)
  const inTurn = createSearchTurns()
  const served = new Set<AnyEndpoint>()
  servedEndpoints.set(app, served)

  // One line for each request, with the route and not the URL, which may hold a code or an email address.
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const user = userOf(request)
    request.log.info({ user, method, route: routeOptions.url, status: reply.statusCode, ms })
  })

  const admit = async (endpoint: AnyEndpoint, request: FastifyRequest): Promise<Actor> => {
    const { allow } = endpoint
    if (allow === 'public') return publicActor(request)
    if (allow === 'device') return admitDevice(request)
    const token = request.headers.token
    if (typeof token !== 'string' || token === '') throw unauthenticated()
    const identified: Promise<StaffActor | OrganizationActor | undefined> =
      allow === 'organization' ? identify.organization(token, request) : identify.staff(token, request)
    const actor = await watched(() => identified)
    if (!actor) throw unauthenticated('Your session has ended. Sign in again.')
    actors.set(request, actor)
    if (actor.kind === 'staff' && !can(actor.role, allow as Permission)) throw forbidden()
    return actor
  }

  const admitDevice = async (request: FastifyRequest): Promise<DeviceActor> => {
    await letOthersCome()
    // Node has header names in lower case.
    const key = request.headers.devicekey
    if (typeof key !== 'string' || key === '')
      throw unauthenticated('Send the key of the device in the header deviceKey')
    const actor = await watched(() => identify.device(key, request))
    if (!actor) throw unknownDeviceKey()
    return actor
  }

  return (endpoint, handler, { arrive, takeTurn } = {}) => {
    assertPermission(endpoint)
    served.add(endpoint)
    const isVersioned = takesVersion(endpoint)
    const readsOnly = endpoint.method === 'GET'
    if (endpoint.anyOrigin) servePreflight(app, endpoint)
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      schema: buildSchema(endpoint),
      ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
      config: {
        endpoint,
        ...(endpoint.anyOrigin && { cors: ANY_ORIGIN }),
        rateLimit: endpoint.allow === 'public' && !endpoint.download && { max: PUBLIC_CALLS_PER_MINUTE },
      },
      onRequest: async (request, reply) => {
        const actor = await admit(endpoint, request)
        actors.set(request, actor)
        if (actor.kind === 'staff' && masksEins(actor.role, endpoint.allow)) replacers.set(request, maskEins)
        const { upload, bodyLimit } = endpoint
        if (upload && bodyLimit && Number(request.headers['content-length']) > bodyLimit) {
          // A form is read as it comes, whatever its length; the rest is not waited for.
          reply.header('connection', 'close')
          throw tooLarge('body', 'too large')
        }
      },
      // After the rate limit of the address, which needs no database.
      preParsing: async (request, reply) => {
        const leave = arrive && (await watched(async () => arrive(actors.get(request) as ActorOf<typeof endpoint>)))
        if (leave) reply.raw.once('close', leave)
      },
      preValidation: async (request, reply) => {
        if (isVersioned) readIfMatch(request)
        if (takeTurn) reply.raw.once('close', await takeTurn(actors.get(request) as ActorOf<typeof endpoint>))
      },
      handler: async (request, reply) => {
        const actor = actors.get(request)!
        const { params, query, body } = request
        const idempotencyKey = readIdempotencyKey(endpoint, request, actor)
        const answered = watched(async (attempt) => {
          const by = { ...actor, idempotencyKey, attempt }
          const call = { params, query, body, actor: by, request, reply } as Call<typeof endpoint>
          const run = () => handler(call)
          const answer = () => (readsOnly ? fromReplica(database, request, run) : run())
          const work = async () =>
            wrapAnswer(
              endpoint,
              body,
              await (isSearch(query)
                ? inTurn(`${actor.kind}:${actor.id}`, answer, () => reply.raw.destroyed)
                : answer()),
            )
          if (!idempotencyKey) return work()
          // Stored as it was answered the first time.
          return JSON.parse(await once(database.db, clock.now(), idempotencyKey, work)) as Awaited<
            ReturnType<typeof work>
          >
        })
        if (!readsOnly && database.replica) await keepPlace(database.replica, endpoint, request, reply, answered)
        const envelope = await answered
        const { data } = envelope as { data: unknown }
        const replacer = replacerFor(request)
        if (endpoint.download) return reply.send(isStream(data) ? Readable.from(data) : data)
        reply.type('application/json; charset=utf-8')
        if (isStream(data)) {
          return reply.send(Readable.from(jsonArray(endpoint, data, replacer)))
        }
        if (replacer) {
          const toJson = reply.getSerializationFunction('200') ?? JSON.stringify
          reply.serializer((answer) => JSON.stringify(JSON.parse(toJson(answer)), replacer))
        }
        return envelope
      },
    })
  }
}

/**
 * Whether an Idempotency-Key replays the first answer. Not where the answer holds a secret, since it would be stored.
 * What a device sends may come twice anyway. The data of such an endpoint is what its `change` resolved with.
 */
const isReplayed = ({ method, allow, upload, isSecret }: AnyEndpoint) =>
  method === 'POST' && allow !== 'public' && allow !== 'device' && !upload && !isSecret

function wrapAnswer({ message, meta, flagsText }: AnyEndpoint, body: unknown, handed: unknown) {
  if (flagsText && typeof handed === 'string') return { error: true, data: handed }
  const text = typeof message === 'function' ? message(body as never, handed as never) : message
  return {
    ...(text !== undefined && { message: text }),
    ...(meta ? (handed as object) : { data: handed ?? null }),
  }
}

function readIdempotencyKey(endpoint: AnyEndpoint, request: FastifyRequest, { kind, id }: Actor) {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !isReplayed(endpoint)) return undefined
  return readKey({ key, caller: `${kind}:${id}`, path: request.url, body: request.body }, (result) =>
    JSON.stringify(wrapAnswer(endpoint, request.body, result)),
  )
}

/** For @fastify/cors, which allows other websites nothing unless a route says so. Without credentials. */
const ANY_ORIGIN = { origin: '*', methods: ['POST'], allowedHeaders: ['content-type'], maxAge: 3600 }

/** A browser asks this before a script of another website may post. The plugin answers. */
function servePreflight(app: FastifyInstance, { path }: AnyEndpoint) {
  const schema = { hide: true } as FastifySchema
  app.options(`/api${path}`, { schema, config: { cors: ANY_ORIGIN } }, async () => null)
}

function assertPermission(endpoint: AnyEndpoint) {
  const { allow } = endpoint
  if (allow === 'public' || allow === 'organization' || allow === 'device' || isPermission(allow)) return
  throw new Error(`${endpoint.method} ${endpoint.path} declares no permission`)
}

function buildSchema(endpoint: AnyEndpoint): FastifySchema {
  const { query, body, response = z.null(), meta } = endpoint
  const params = pathParams(endpoint)
  const envelope = z.object({
    data: response as z.ZodType,
    message: z.string().optional(),
    ...(endpoint.flagsText && { error: z.literal(true).optional() }),
    ...(meta && { meta: (meta as z.ZodType).optional() }),
  })
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(!endpoint.download && { response: { 200: envelope } }),
  }
}

const isSearch = (query: unknown) => typeof query === 'object' && query !== null && 'q' in query && query.q !== ''

const isStream = (data: unknown): data is AsyncIterable<unknown> =>
  typeof data === 'object' && data !== null && Symbol.asyncIterator in data

async function* jsonArray(
  endpoint: AnyEndpoint,
  rows: AsyncIterable<unknown>,
  replacer: typeof maskEins | undefined,
): AsyncGenerator<string> {
  const row = (endpoint.response as z.ZodArray).element as z.ZodType
  let separator = '{"data":['
  for await (const value of rows) {
    yield separator + JSON.stringify(row.parse(value), replacer)
    separator = ','
  }
  yield separator === ',' ? ']}' : '{"data":[]}'
}
