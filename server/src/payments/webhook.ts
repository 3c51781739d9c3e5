import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { House } from '../house.ts'
import { invalid } from '../kit/http/refusal.ts'
import { type EventJob, keepEvent } from './events.ts'
import { PROVIDER } from './refresh.ts'

const MAX_BYTES = 1_048_576

/** The end of the year 9999, in seconds. */
const LATEST_S = 253_402_300_799

/** What is read of every event. */
const Readable = z.object({
  id: z.string().min(1),
  type: z.string(),
  created: z.int().min(0).max(LATEST_S),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
})

/**
 * POST /api/stripe/webhook: what the provider tells us. Its signature is made of the very bytes, so they are not parsed
 * before it is checked. The event is kept and answered at once; the work is a job's.
 */
export function receiveEvents(app: FastifyInstance, house: House, eventJob: EventJob) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/api/stripe/webhook', { schema: { hide: true } as object }, async (request) => {
      const signature = request.headers['stripe-signature']
      const isSigned = typeof signature === 'string' && Buffer.isBuffer(request.body)
      const event = isSigned
        ? await house.stripe.readEvent(request.body as Buffer, signature, house.clock.now())
        : undefined
      if (!event) {
        throw invalid('stripe-signature', 'made with none of our secrets, too old, or dated in the future')
      }
      // Refused as what it is: a failure of ours would be sent again for days.
      const wrong = Readable.safeParse(event).error?.issues[0]
      if (wrong) throw invalid(wrong.path.join('.') || 'body', wrong.message)
      await house.change(PROVIDER, (tx) => keepEvent(tx, house, eventJob, event))
      return { received: true }
    })
  })
}
