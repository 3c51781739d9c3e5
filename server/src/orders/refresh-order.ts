import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { refresh } from '../payments/refresh.ts'
import { answerChanged } from './hold-order.ts'
import { readOrderRow } from './queries.ts'
import { readInvoices } from './read-order.ts'

const NEW_FOR_S = 10

/** Reads again at the provider what the order shows of it. */
export async function refreshOrder(house: House, actor: StaffActor, id: string) {
  const order = await readOrderRow(house.db, id)
  const since = secondsAfter(house.clock.now(), -NEW_FOR_S)
  const invoices = await readInvoices(house.db, order)
  for (const invoice of invoices) await refresh(house, 'invoice', invoice.id, { use: 'page', since })
  if (order.subscriptionId) await refresh(house, 'subscription', order.subscriptionId, { use: 'page', since })
  return answerChanged(house, actor, { id, subscriptionId: null }, [])
}
