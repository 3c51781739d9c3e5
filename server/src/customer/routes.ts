import { customer } from '@hikmah/contract/customer'
import { paymentMethodLink } from '@hikmah/contract/payment-method-link'
import { maySeePayer } from '@hikmah/contract/permissions'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { readWholeRow } from '../organizations/queries.ts'
import {
  copyMethodLink,
  findCustomer,
  openMethodPage,
  previewMethodLink,
  readMethodRequest,
  revokeMethodLinks,
  sendMethodLink,
} from './method-link.ts'
import { readBillingWaiting, readOrganizationCustomer } from './queries.ts'
import { readNextInvoices } from './read-next-invoices.ts'

export function customerRoutes(serve: Serve, house: House) {
  const { db, clock, stripe } = house
  serve(customer.readCustomer, async ({ params: { orgId }, actor }) => {
    const { email } = await readWholeRow(db, orgId)
    return readOrganizationCustomer(db, orgId, { now: clock.now(), seesPayer: maySeePayer(actor.role), email })
  })
  serve(customer.readBillingWaiting, () => readBillingWaiting(db, clock.now()))
  serve(customer.readNextInvoices, ({ params }) => readNextInvoices(house, params.orgId))
  serve(customer.readCustomerLink, async ({ params }) => {
    const { id } = await findCustomer(db, params)
    return { url: await stripe.pageOf(`customers/${id}`) }
  })
  serve(customer.previewMethodLink, ({ params }) => previewMethodLink(house, params))
  serve(customer.sendMethodLink, ({ params, actor }) => sendMethodLink(house, actor, params))
  serve(customer.copyMethodLink, ({ params, actor }) => copyMethodLink(house, actor, params))
  serve(customer.revokeMethodLinks, ({ params, actor }) => revokeMethodLinks(house, actor, params.orgId))
  serve(paymentMethodLink.readMethodRequest, ({ params, actor }) => readMethodRequest(house, actor, params.token))
  serve(paymentMethodLink.openMethodPage, ({ params, actor }) => openMethodPage(house, actor, params.token))
}
