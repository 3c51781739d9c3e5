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
import { forbidden, invalid, rateLimited, tooLarge, unauthenticated, unknownDeviceKey } from '../errors/refusal.ts'
import { createWatch } from '../health/watch.ts'
import type { Clock } from '../process/clock.ts'
import { once, readKey } from '../write/change.ts'
import { maskEins } from './masked-eins.ts'

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

/** A search takes up to two of the twenty connections, perhaps for a second: most are left for who opens a list. */
const AT_ONCE = 4
/** So that nobody's searches hold up everybody's. */
const AT_ONCE_OF_ONE = 2
const MAX_WAITING_OF_ONE = 20

/** Lets searches take turns, those of one person and those of all. */
export function createSearchTurns() {
  const ofAll = pLimit(AT_ONCE)
  const ofOne = new Map<string, LimitFunction>()
  return async <T>(person: string, search: () => T | Promise<T>): Promise<T> => {
    const own = ofOne.get(person) ?? pLimit(AT_ONCE_OF_ONE)
    if (own.pendingCount >= MAX_WAITING_OF_ONE)
      throw rateLimited('You have too many searches under way. Wait for them to end.', 1)
    ofOne.set(person, own)
    try {
      return await own(() => ofAll(async () => search()))
    } finally {
      if (own.activeCount + own.pendingCount === 0) ofOne.delete(person)
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

/** The data of an answer. A list or a download may be handed over as it comes; it is streamed with bounded memory. */
export type Answer<E> = Data<E> | Rows<Data<E>> | (E extends { download: true } ? AsyncIterable<string> : never)

/** What a handler returns: the bare data, and for a list its `meta` beside it. The endpoint knows the message. */
export type HandlerResult<E> = [Data<E>] extends [null]
  ? // biome-ignore lint/suspicious/noConfusingVoidType: a verb with nothing to answer resolves with void
    void
  : [Meta<E>] extends [undefined]
    ? Answer<E>
    : { data: Answer<E>; meta?: Meta<E> }

/** Called when a call is over, however it ended. */
type Leave = () => void
interface Entry<A> {
  /** Counts a call, and may refuse it, before anything of its body is read. */
  arrive?: (actor: A) => Leave | void | Promise<void>
  /** Lets a call wait before its body is judged. */
  takeTurn?: (actor: A) => Promise<Leave>
}

export type Serve = <E extends AnyEndpoint>(
  endpoint: E,
  handler: (call: Call<E>) => HandlerResult<E> | Promise<HandlerResult<E>>,
  entry?: Entry<ActorOf<E>>,
) => void

export interface Identify {
  /** The staff member behind a token, or undefined when the token, its session or its person is no longer valid. */
  staff(token: string, request: FastifyRequest): Promise<StaffActor | undefined>
  organization(token: string, request: FastifyRequest): Promise<OrganizationActor | undefined>
  /** The device behind a key, or undefined when the key was never valid or no longer is. */
  device(key: string, request: FastifyRequest): Promise<DeviceActor | undefined>
}

export const callerOf = (request: FastifyRequest) => ({
  // A caller who has hung up has no address any more, whatever the type says.
  ip: (request.ip as string | undefined) ?? '',
  userAgent: request.headers['user-agent'] ?? '',
  requestId: request.id,
})

const publicActor = (request: FastifyRequest): PublicActor => ({
  kind: 'public',
  id: '',
  name: 'Visitor',
  ...callerOf(request),
})

let comeFirst: Promise<unknown> = Promise.resolve()
/** Devices come by hundreds at once: one a turn of the event loop, so that whoever else calls is heard in between. */
const letOthersCome = () => {
  comeFirst = comeFirst.then(() => setImmediate())
  return comeFirst
}

/** The caller, kept for logging even when refused. */
const actors = new WeakMap<FastifyRequest, Actor>()
export const userOf = (request: FastifyRequest): string | undefined => actors.get(request)?.id

/** For the JSON of all that is answered, refusals too: the one exit, at which EINs are masked for who must not see them. */
const replacers = new WeakMap<FastifyRequest, typeof maskEins>()
export const replacerFor = (request: FastifyRequest) => replacers.get(request)

/** Every endpoint that was served, for the guards. */
export const servedOf = new WeakMap<FastifyInstance, Set<AnyEndpoint>>()

/** Public endpoints take at most this many calls a minute from one address, beside their own throttles. */
const PUBLIC_CALLS_PER_MINUTE = 600

/**
 * Maps one endpoint description to one route: session, permission, shape, handler, envelope. The handler receives only
 * parsed things; the answer is parsed too, so nothing leaves that the contract does not name.
 */
export function createServe(app: FastifyInstance, database: Database, clock: Clock, identify: Identify): Serve {
  const watched = createWatch(database)
  const inTurn = createSearchTurns()
  const served = new Set<AnyEndpoint>()
  servedOf.set(app, served)

  // One line a request: the route and never the address, which may hold a code or an e-mail.
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
    // HTTP knows no upper and lower case in the names of headers; Node has them all in lower case.
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
    if (endpoint.anyOrigin) servePreflight(app, endpoint)
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      schema: schemaOf(endpoint),
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
          // A form is read as it comes, whatever its length. What is left of it is not waited for.
          reply.header('connection', 'close')
          throw tooLarge('body', 'too large')
        }
      },
      // After the limit of each address, which asks nothing of the database.
      preParsing: async (request, reply) => {
        // Admitted right before, as what the endpoint allows.
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
        const idempotencyKey = keyOf(endpoint, request, actor)
        const envelope = await watched(async (attempt) => {
          const by = { ...actor, idempotencyKey, attempt }
          // The parts were parsed by the endpoint's own schemas right before.
          const call = { params, query, body, actor: by, request, reply } as Call<typeof endpoint>
          const answer = () => handler(call)
          const work = async () =>
            envelopeOf(endpoint, body, await (isSearch(query) ? inTurn(`${actor.kind}:${actor.id}`, answer) : answer()))
          if (!idempotencyKey) return work()
          // Kept as it was answered the first time.
          return JSON.parse(await once(database.db, clock.now(), idempotencyKey, work)) as Awaited<
            ReturnType<typeof work>
          >
        })
        const { data } = envelope as { data: unknown }
        const replacer = replacerFor(request)
        if (endpoint.download) return reply.send(isStream(data) ? Readable.from(data) : data)
        reply.type('application/json; charset=utf-8')
        if (isStream(data)) {
          return reply.send(Readable.from(jsonArray(endpoint, data, replacer)))
        }
        if (replacer) {
          const toJson = reply.getSerializationFunction('200') ?? JSON.stringify
          reply.serializer((said) => JSON.stringify(JSON.parse(toJson(said)), replacer))
        }
        return envelope
      },
    })
  }
}

/**
 * Whether an Idempotency-Key replays the first answer. Not where the answer holds a secret, since it is stored as it is.
 * What a device sends may come twice anyway. The data of such an endpoint is what its `change` resolved with.
 */
const isReplayed = ({ method, allow, upload, isSecret }: AnyEndpoint) =>
  method === 'POST' && allow !== 'public' && allow !== 'device' && !upload && !isSecret

/** `{data, message?, meta?}` around what a handler returned. */
function envelopeOf({ message, meta, flagsText }: AnyEndpoint, body: unknown, handed: unknown) {
  if (flagsText && typeof handed === 'string') return { error: true, data: handed }
  const text = typeof message === 'function' ? message(body as never, handed as never) : message
  return {
    ...(text !== undefined && { message: text }),
    ...(meta ? (handed as object) : { data: handed ?? null }),
  }
}

function keyOf(endpoint: AnyEndpoint, request: FastifyRequest, { kind, id }: Actor) {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !isReplayed(endpoint)) return undefined
  return readKey({ key, caller: `${kind}:${id}`, path: request.url, body: request.body }, (result) =>
    JSON.stringify(envelopeOf(endpoint, request.body, result)),
  )
}

/** For @fastify/cors, which allows no other website anything unless a route says so. Without credentials. */
const ANY_ORIGIN = { origin: '*', methods: ['POST'], allowedHeaders: ['content-type'], maxAge: 3600 }

/** What a browser asks before a script of another website may post. The answer is the plugin's. */
function servePreflight(app: FastifyInstance, { path }: AnyEndpoint) {
  const schema = { hide: true } as FastifySchema
  app.options(`/api${path}`, { schema, config: { cors: ANY_ORIGIN } }, async () => null)
}

function assertPermission(endpoint: AnyEndpoint) {
  const { allow } = endpoint
  if (allow === 'public' || allow === 'organization' || allow === 'device' || isPermission(allow)) return
  throw new Error(`${endpoint.method} ${endpoint.path} declares no permission`)
}

function schemaOf(endpoint: AnyEndpoint): FastifySchema {
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
  for await (const one of rows) {
    yield separator + JSON.stringify(row.parse(one), replacer)
    separator = ','
  }
  yield separator === ',' ? ']}' : '{"data":[]}'
}
