import type { Data } from '@hikmah/contract/endpoint'
import { PROVIDER_NOT_CONFIGURED, type payments } from '@hikmah/contract/payments'
import { min, ne } from 'drizzle-orm'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { unavailable } from '../kit/errors/refusal.ts'
import type { Job } from '../kit/jobs/jobs.ts'
import { unreachable } from '../outside/stripe/requests.ts'
import { lastEnded } from './reconcile.ts'
import { stripeEvents } from './table.ts'

type State = Data<typeof payments.readProviderState>

/** Whether the provider answers and, while it does not, until when our copies are complete. */
export async function readProviderState({ db, stripe }: Pick<House, 'db' | 'stripe'>): Promise<State> {
  const awaySince = await stripe.look()
  if (!awaySince) return { awaySince: null, knownUntil: null }
  const knownUntil = await readKnownUntil(db)
  return { awaySince: awaySince.toISOString(), knownUntil: knownUntil?.toISOString() ?? null }
}

/** Asks it at once, for somebody who waits. When it answers, what happened meanwhile is fetched. */
export async function tryProvider(house: House, actor: StaffActor, missedEvents: Job<House, object>): Promise<State> {
  if (!house.stripe.isConfigured) throw unavailable(PROVIDER_NOT_CONFIGURED)
  const awaySince = await house.stripe.look('now')
  if (awaySince) throw unreachable()
  return house.change(actor, async (tx) => {
    await house.jobs.enqueue(tx, missedEvents, {})
    return { awaySince: null, knownUntil: null }
  })
}

/** When the last comparison that came to its end began; earlier, where an event waits that was known before it. */
async function readKnownUntil(db: Db): Promise<Date | undefined> {
  const walks = await Promise.all([lastEnded(db, 'events'), lastEnded(db, 'whole')])
  const [newest] = walks.filter((at) => at !== undefined).sort((a, b) => b.getTime() - a.getTime())
  const [waiting] = await db
    .select({ since: min(stripeEvents.receivedAt) })
    .from(stripeEvents)
    .where(ne(stripeEvents.state, 'done'))
  return newest && waiting?.since && waiting.since < newest ? waiting.since : newest
}
