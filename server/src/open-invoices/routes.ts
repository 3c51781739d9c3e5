import { openInvoices } from '@hikmah/contract/open-invoices'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { actOn } from './act-on-invoice.ts'
import { listReminded, readReminderLadder, readReminders } from './queries.ts'
import { holdReminders, previewReminder, releaseReminders } from './remind.ts'

export function openInvoiceRoutes(serve: Serve, house: House) {
  const { db, clock } = house
  serve(openInvoices.retryInvoice, ({ params, actor }) => actOn(house, actor, 'retry', params.id))
  serve(openInvoices.sendInvoice, ({ params, actor }) => actOn(house, actor, 'send', params.id))
  serve(openInvoices.markInvoicePaid, ({ params, body, actor }) =>
    actOn(house, actor, 'markPaid', params.id, body.note),
  )
  serve(openInvoices.voidInvoice, ({ params, actor }) => actOn(house, actor, 'void', params.id))
  serve(openInvoices.markInvoiceUncollectible, ({ params, actor }) => actOn(house, actor, 'uncollectible', params.id))
  serve(openInvoices.readInvoiceReminders, ({ params }) => readReminders(db, params.id, clock.now()))
  serve(openInvoices.previewReminder, ({ params }) => previewReminder(house, params.id))
  serve(openInvoices.holdReminders, ({ params, body, actor }) => holdReminders(house, actor, params.id, body))
  serve(openInvoices.releaseReminders, ({ params, actor }) => releaseReminders(house, actor, params.id))
  serve(openInvoices.readReminderLadder, () => readReminderLadder(db, clock.now()))
  serve(openInvoices.listReminders, ({ query }) => listReminded(db, query, clock.now()))
}
