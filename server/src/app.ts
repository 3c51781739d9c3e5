import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { MAX_IMAGE_BYTES } from '@hikmah/contract/media'
import Fastify, { type FastifyInstance, type FastifySerializerCompiler, LogController } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { agreementRoutes } from './agreements/routes.ts'
import { applicationSource, applicationsWithImage } from './applications/queries.ts'
import { applicationRoutes } from './applications/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { campaignSource, campaignsWithImage } from './campaigns/queries.ts'
import { campaignRoutes } from './campaigns/routes.ts'
import { cannedReplyRoutes } from './communication/canned-replies.ts'
import { demoRequestSource, inquirySource } from './communication/queries.ts'
import { contactInquiryRoutes, demoRequestRoutes } from './communication/routes.ts'
import { serveConsole } from './console.ts'
import { customerRoutes } from './customer/routes.ts'
import { dashboardStatsRoutes } from './dashboard-stats/dashboard-stats.ts'
import { disputeRoutes } from './disputes/routes.ts'
import { financeRoutes } from './finance/routes.ts'
import { firstStartRoutes } from './first-start/routes.ts'
import { createIdentifyDevice } from './hardware/device-calls.ts'
import { deviceSource, devicesWithImage } from './hardware/queries.ts'
import { hardwareRoutes } from './hardware/routes.ts'
import type { House } from './house.ts'
import { findIntegrationsOf, integrationSource, integrationsWithImage } from './integrations/queries.ts'
import { integrationRoutes } from './integrations/routes.ts'
import { inviteSource } from './invites/queries.ts'
import { inviteRoutes } from './invites/routes.ts'
import { invoiceSource } from './invoices/queries.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { irsRegistryRoutes } from './irs-registry/routes.ts'
import { compareAllJob, missedEventsJob, paymentEventJob } from './jobs.ts'
import { isMigrated } from './kit/db/migrate.ts'
import { notFound } from './kit/errors/refusal.ts'
import { serveMetrics } from './kit/health/metrics.ts'
import { guardOverload, sharesClock } from './kit/health/watch.ts'
import { parseJson } from './kit/http/edge/json-body.ts'
import { answerClientError, guardConnections, guardHost, machineAddress, warnOfProxy } from './kit/http/edge/network.ts'
import { createSecurityEvents, securityHeaders } from './kit/http/edge/security.ts'
import { answerError, describeIssue, refusalOf } from './kit/http/errors.ts'
import { describeApi } from './kit/http/openapi.ts'
import { callerOf, createServe, userOf } from './kit/http/serve.ts'
import type { Config } from './kit/process/config.ts'
import { loggedError, logTo } from './kit/process/log.ts'
import type { Tracing } from './kit/telemetry/tracing.ts'
import { mailboxPage } from './mails/mailbox.ts'
import { mailRoutes } from './mails/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { memberSignInRoutes } from './member-sign-in/routes.ts'
import { navigationRoutes } from './navigation/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { receiveOneClicks } from './notices/unsubscribe.ts'
import { openInvoiceRoutes } from './open-invoices/routes.ts'
import { findOrderOfDevice, orderSource } from './orders/queries.ts'
import { orderRoutes } from './orders/routes.ts'
import { organizationDetailRoutes } from './organization-detail/routes.ts'
import { organizationPlanRoutes } from './organization-plans/routes.ts'
import { createIdentifyMember } from './organization-team/member-sessions.ts'
import { memberSource } from './organization-team/queries.ts'
import { organizationTeamRoutes } from './organization-team/routes.ts'
import { organizationSource, organizationsWithImage } from './organizations/queries.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { createCutOffGauge } from './outside/stripe/provider.ts'
import { paymentAccountRoutes } from './payment-account/payment-account.ts'
import { receiveEvents } from './payments/events.ts'
import { paymentRoutes } from './payments/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { planRoutes } from './plans/routes.ts'
import { draftsWithImage } from './product-drafts/queries.ts'
import { productDraftRoutes } from './product-drafts/routes.ts'
import { productRoutes } from './products/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import { roleRoutes } from './roles/routes.ts'
import { searchRoutes } from './search/find-anything.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { createIdentifyStaff } from './sign-in/sessions.ts'
import { staffSource, staffWithImage } from './staff/queries.ts'
import { staffRoutes } from './staff/routes.ts'
import { taxReviewSource } from './tax-verification/queries.ts'
import { taxVerificationRoutes } from './tax-verification/routes.ts'

const MIB = 1_048_576
/** A request must arrive within this time, or a few slow senders could hold every connection. */
const REQUEST_MS = 20_000
const LATE_EVERY_MS = 5000
/** Longer than the 60 s of usual proxies: the side that closes first loses no request. */
const KEEP_ALIVE_MS = 72_000
/** Below this, headers weigh more than compression saves. */
const COMPRESSED_FROM = 1024

export function createFastify(
  config: Pick<Config, 'logLevel' | 'trustedProxies' | 'publicUrl'>,
  seeLine?: (line: string) => string,
): FastifyInstance {
  const app = Fastify({
    logger: {
      ...logTo(process.stdout, config.logLevel),
      serializers: { err: loggedError, error: loggedError },
      ...(seeLine && { hooks: { streamWrite: seeLine } }),
    },
    // kit/http/serve.ts writes one line for each request; Fastify's would contain URLs with codes in them.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MIB,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID()
    },
    routerOptions: { maxParamLength: 200 },
    // Malformed URLs fail before all hooks.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...securityHeaders(config.publicUrl), 'x-request-id': request.id })
      answerError(error, request, reply)
    },
    clientErrorHandler: answerClientError,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: REQUEST_MS, connectionsCheckingInterval: LATE_EVERY_MS },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  })
  guardConnections(app.server)
  return app
}

/** While draining, readiness answers 503. */
export interface Draining {
  draining: boolean
  /** While the door is closing, requests wait for this. */
  shutting?: Promise<void>
}

/** By `parse`: no answer has a form of its own on the wire, and to `encode`, zod checks each value twice, within each other. */
const serializeParsed: FastifySerializerCompiler<z.ZodType> =
  ({ schema }) =>
  (answer) =>
    JSON.stringify(schema.parse(answer))

export async function createApp(
  app: FastifyInstance,
  house: House,
  state: Draining,
  tracing?: Tracing,
): Promise<FastifyInstance> {
  const { config, database } = house
  tracing?.traceRequests(app)
  z.config({ customError: describeIssue })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializeParsed)
  const { note, refusals } = createSecurityEvents(house)
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal) note(request, refusal, userOf(request))
    return answerError(error, request, reply)
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // The console counts by this clock, since that of its machine may be days off.
    reply.header('date', house.clock.now().toUTCString())
    await state.shutting
    if (state.draining && !app.server.listening) reply.header('connection', 'close')
  })
  guardHost(app, config)
  warnOfProxy(app, config)
  parseJson(app)

  // Answers are compressed at each request: half the time and a sixteenth of the memory for 7 % more bytes. Static files
  // are compressed at the build.
  await app.register(compress, {
    threshold: COMPRESSED_FROM,
    encodings: ['br', 'gzip'],
    // Nobody sends compressed bodies, and a small one may unpack to a very large one.
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  })
  const headers = securityHeaders(config.publicUrl)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  // Other websites may use nothing unless an endpoint says so (kit/http/serve.ts).
  await app.register(cors, { origin: false })
  await app.register(multipart, { limits: { fileSize: MAX_IMAGE_BYTES, files: 1, fields: 5, parts: 6 } })
  if (config.guardsOverload) guardOverload(app)
  await app.register(rateLimit, {
    global: false,
    timeWindow: '1 minute',
    keyGenerator: (request) => machineAddress(callerOf(request).ip),
  })

  const registry = serveMetrics(app, { database, metrics: [refusals, createCutOffGauge(house.stripe)], config })
  tracing?.exportMetrics(registry)
  serveHealth(app, house, state)

  const identifyStaff = createIdentifyStaff(house)
  await describeApi(app, async (request) => {
    const { token } = request.headers
    const isOpen = !config.production || (typeof token === 'string' && (await identifyStaff(token, request)))
    if (!isOpen) throw notFound('address')
  })

  const identifyMember = createIdentifyMember(house)
  const serve = createServe(app, database, house.clock, {
    staff: identifyStaff,
    organization: identifyMember,
    device: createIdentifyDevice(house),
  })
  signInRoutes(serve, house, identifyStaff)
  memberSignInRoutes(serve, house, identifyMember)
  organizationRoutes(serve, house)
  dashboardStatsRoutes(serve, house)
  organizationDetailRoutes(serve, house)
  inviteRoutes(serve, house)
  taxVerificationRoutes(serve, house)
  irsRegistryRoutes(serve, house)
  organizationTeamRoutes(serve, house)
  hardwareRoutes(serve, house, findOrderOfDevice)
  demoRequestRoutes(serve, house)
  contactInquiryRoutes(serve, house)
  cannedReplyRoutes(serve, house)
  applicationRoutes(serve, house, findIntegrationsOf)
  integrationRoutes(serve, house)
  peopleRoutes(serve, house)
  planRoutes(serve, house, identifyStaff)
  orderRoutes(serve, house)
  customerRoutes(serve, house)
  disputeRoutes(serve, house)
  paymentRoutes(serve, house, { compare: compareAllJob, missedEvents: missedEventsJob })
  paymentAccountRoutes(serve, house)
  campaignRoutes(serve, house)
  financeRoutes(serve, house)
  firstStartRoutes(serve, house)
  receiveEvents(app, house, paymentEventJob)
  organizationPlanRoutes(serve, house)
  invoiceRoutes(serve, house)
  openInvoiceRoutes(serve, house)
  productRoutes(serve, house)
  productDraftRoutes(serve, house)
  mediaRoutes(serve, house, [
    organizationsWithImage,
    devicesWithImage,
    staffWithImage,
    applicationsWithImage,
    integrationsWithImage,
    draftsWithImage,
    campaignsWithImage,
  ])
  agreementRoutes(serve, house)
  mailRoutes(serve, house)
  auditRoutes(serve, house)
  retentionRoutes(serve, house)
  staffRoutes(serve, house)
  profileRoutes(serve, house, identifyStaff)
  noticeRoutes(serve, house)
  receiveOneClicks(app, house)
  navigationRoutes(serve, house)
  roleRoutes(serve)
  searchRoutes(serve, house, [
    organizationSource,
    memberSource,
    inviteSource,
    taxReviewSource,
    deviceSource,
    invoiceSource,
    applicationSource,
    integrationSource,
    orderSource,
    campaignSource,
    staffSource,
    demoRequestSource,
    inquirySource,
  ])
  if (!config.production && !config.smtpUrl) mailboxPage(app, house)

  await serveConsole(app)
  return app
}

const PING_MS = 1000

function serveHealth(app: FastifyInstance, { database, clock, files }: House, state: Draining) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const checks = { draining: state.draining, database: false, migrated: false, clock: false, storage: false }
    if (!state.draining) {
      const answers = await Promise.allSettled([database.ping(PING_MS), files.ping(PING_MS)])
      const [hasDatabase = false, hasStorage = false] = answers.map(({ status }) => status === 'fulfilled')
      checks.database = hasDatabase
      checks.storage = hasStorage
      checks.migrated = checks.database && (await isMigrated(database).catch(() => false))
      checks.clock = checks.database && (await sharesClock(database.db, clock).catch(() => false))
    }
    // All consoles share one store: taking them all away would not bring it back, and most of what they do needs none.
    const isReady = !checks.draining && checks.database && checks.migrated && checks.clock
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks })
  })
}
