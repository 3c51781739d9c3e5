import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import qs from 'qs'
import { answer } from './answer.ts'
import { controls, Faults } from './control/controls.ts'
import { pages } from './control/pages.ts'
import { asProviderError, errorBody, refusal } from './errors.ts'
import { newId, withAddress } from './records.ts'
import { accounts, persons } from './resources/accounts.ts'
import { checkoutSessions } from './resources/checkout-sessions.ts'
import { coupons, promotionCodes } from './resources/coupons.ts'
import { creditNotes } from './resources/credit-notes.ts'
import { customers, paymentMethods } from './resources/customers.ts'
import { invoices } from './resources/invoices.ts'
import { payments, refunds } from './resources/payments.ts'
import { prices, products } from './resources/products.ts'
import { subscriptionSchedules } from './resources/subscription-schedules.ts'
import { subscriptionItems, subscriptions } from './resources/subscriptions.ts'
import { taxRates } from './resources/tax-rates.ts'
import { events, webhookEndpoints } from './resources/webhooks.ts'
import { API_VERSION, type Route } from './route.ts'
import type { Sandbox } from './sandbox.ts'

const ROUTES: Route[] = [
  ...accounts,
  ...coupons,
  ...checkoutSessions,
  ...creditNotes,
  ...refunds,
  ...customers,
  ...events,
  ...invoices,
  ...paymentMethods,
  ...payments,
  ...persons,
  ...prices,
  ...products,
  ...promotionCodes,
  ...subscriptionItems,
  ...subscriptionSchedules,
  ...subscriptions,
  ...taxRates,
  ...webhookEndpoints,
]

/** `a[b][0][c]=d`; a form of the SDK is never deeper nor longer. */
const parseForm = (form: string) =>
  qs.parse(form, { depth: 10, arrayLimit: 1000, parameterLimit: 5000 }) as Record<string, unknown>

/** The provider's API. `wake` is called when there may be something new to deliver. */
export function createServer(sandbox: Sandbox, wake: () => void) {
  const server = fastify({ routerOptions: { querystringParser: parseForm, ignoreTrailingSlash: true } })
  const faults = new Faults()
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, parseForm(String(body))),
  )
  controls(server, sandbox, faults, wake)
  pages(server, sandbox)
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'request-id': newId('req', 14), 'stripe-version': API_VERSION })
    refuseOtherSites(sandbox.address, request)
    if (!request.url.startsWith('/v1/')) return
    await misbehave(faults, request, reply)
    if (!reply.sent) authorize(request)
  })
  server.addHook('onSend', async (request) => {
    const holdMs = held.get(request)
    if (holdMs) await faults.wait(holdMs)
  })
  for (const route of ROUTES) {
    server.route({
      method: route.method,
      url: route.path,
      handler: (request, reply) => {
        const { status, body, replayed, key } = answer(sandbox, route, request, String(reply.getHeader('request-id')))
        wake()
        if (key) reply.header('idempotency-key', key)
        if (replayed) reply.header('idempotent-replayed', 'true')
        return reply.code(status).type('application/json').send(withAddress(body, sandbox.address))
      },
    })
  }
  server.setNotFoundHandler(({ method, url }) => {
    throw refusal(404, `Unrecognized request URL (${method}: ${url.split('?')[0]}).`)
  })
  server.setErrorHandler((error, _, reply) => {
    const failure = asProviderError(error)
    return reply.code(failure.status).send({ error: errorBody(failure) })
  })
  return server
}

const held = new WeakMap<FastifyRequest, number>()

async function misbehave(faults: Faults, request: FastifyRequest, reply: FastifyReply) {
  const fault = faults.next(`${request.method} ${request.url}`)
  if (!fault) return
  if (fault.holdMs) held.set(request, fault.holdMs)
  if (fault.delayMs) await faults.wait(fault.delayMs)
  if (fault.drop) {
    reply.hijack()
    reply.raw.destroy()
  } else if (fault.status) {
    const limited = fault.status === 429
    await reply.code(fault.status).send({
      error: {
        type: limited ? 'invalid_request_error' : 'api_error',
        ...(limited && { code: 'rate_limit' }),
        message: limited ? 'Request rate limit exceeded.' : 'An error occurred with our connection to the provider.',
      },
    })
  }
}

/** A page of another site that is open in a browser on this machine could else move the clock. */
function refuseOtherSites(address: string, { headers }: FastifyRequest) {
  const { host, port } = new URL(address)
  const isHere = (name?: string) => name === host || name === `localhost:${port}`
  if (!isHere(headers.host) || (headers.origin && !isHere(headers.origin.replace('http://', '')))) {
    throw refusal(403, 'The sandbox answers to this machine alone.')
  }
}

function authorize({ headers }: FastifyRequest) {
  const [scheme = '', sent = ''] = (headers.authorization ?? '').split(' ')
  const key = scheme === 'Basic' ? Buffer.from(sent, 'base64').toString().split(':')[0] : sent
  if (!key?.startsWith('sk_test_')) throw refusal(401, 'Invalid API Key provided.')
  if (headers['stripe-account']) {
    const message = 'The sandbox acts for the platform alone, not for connected accounts.'
    throw refusal(403, message, { code: 'account_invalid' })
  }
}
