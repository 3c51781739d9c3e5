import { randomBytes } from 'node:crypto'
import { consolePaths } from '@hikmah/contract/console-paths'
import { whyNotSendMethodLink } from '@hikmah/contract/customer'
import { isBlocked, organizationName } from '@hikmah/contract/organizations/words'
import { LINK_UNKNOWN, linkEndings } from '@hikmah/contract/papers-link'
import { METHOD_LINK_DAYS, type MethodLinkState, type MethodRequest } from '@hikmah/contract/payment-method-link'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { House, Reads } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { PublicActor, StaffActor } from '../kit/auth/actor.ts'
import { limit } from '../kit/auth/throttle.ts'
import { sha256 } from '../kit/auth/tokens.ts'
import type { Db } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { conflict, existing, Refusal, refuseIf } from '../kit/errors/refusal.ts'
import { limitGuesses } from '../kit/http/edge/link-guesses.ts'
import { HIDDEN_PART, post } from '../kit/mail/post.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { lockOrganization, readWholeRow, type WholeRow } from '../organizations/queries.ts'
import { organizations } from '../organizations/table.ts'
import { previewOf } from '../organizations/write-letter.ts'
import { openSavingPage } from '../outside/stripe/payment-methods.ts'
import { unreachable } from '../outside/stripe/requests.ts'
import { aboutCustomer } from '../payments/queries.ts'
import { stripeCustomers } from '../payments/table.ts'
import { methodLinkLetter } from './letters.ts'
import { type CustomerRow, type LinkRow, presentLink, stateOf } from './queries.ts'
import { paymentMethodLinks } from './table.ts'

interface About {
  orgId: string
  customerId: string
}

export const findCustomer = async (db: Db, { orgId, customerId }: About): Promise<CustomerRow> =>
  existing(
    await db
      .select()
      .from(stripeCustomers)
      .where(and(eq(stripeCustomers.id, customerId), eq(stripeCustomers.organizationId, orgId))),
    'customer',
  )

const HOUR_S = 3600
const LINKS_AN_HOUR = 10

const limitLinks = (house: Reads, { orgId }: About) =>
  limit(house, {
    key: `payment-method-links:${orgId}`,
    max: LINKS_AN_HOUR,
    windowS: HOUR_S,
    message: `At most ${LINKS_AN_HOUR} links an hour for one organization`,
  })

const urlOf = (publicUrl: string, token: string) => publicUrl + consolePaths.paymentMethod(token)

async function makeLink(house: House, tx: Tx, about: About, isSent: boolean) {
  const organization = await lockOrganization(tx, about.orgId)
  const customer = await findCustomer(tx, about)
  const to = addressOf(organization, customer)
  refuseIf(whyNotSendMethodLink(addresseeOf(organization, customer), { isSent }))
  const token = randomBytes(32).toString('base64url')
  const [link] = await tx
    .insert(paymentMethodLinks)
    .values({
      id: newId(),
      organizationId: about.orgId,
      customerId: customer.id,
      tokenHash: sha256(token),
      sentTo: isSent ? to : '',
      byName: tx.by.name,
      createdAt: tx.at,
      expiresAt: secondsAfter(tx.at, METHOD_LINK_DAYS * DAY_S),
    })
    .returning()
  const url = urlOf(house.config.publicUrl, token)
  if (isSent) await post(tx, { ...methodLinkLetter(organization, to, url), hidden: token })
  record(tx, {
    ...aboutCustomer(customer, about.orgId),
    action: `payment-customer.method-link-${isSent ? 'sent' : 'copied'}`,
    ...(isSent && { after: { to } }),
  })
  return { ...presentLink(link!, tx.at), url }
}

const addressOf = ({ email }: Pick<WholeRow, 'email'>, customer: CustomerRow) => customer.email || email

const addresseeOf = (organization: WholeRow, customer: CustomerRow) => ({
  isBlocked: isBlocked(organization.status),
  isDeleted: customer.isDeleted,
  email: addressOf(organization, customer),
})

/** The same call again answers the same, and mails nothing. */
export const sendMethodLink = (house: House, actor: StaffActor, about: About) =>
  house.change(actor, async (tx) => {
    await limitLinks({ db: tx, clock: house.clock }, about)
    const { url: _url, ...link } = await makeLink(house, tx, about, true)
    return link
  })

export const copyMethodLink = (house: House, actor: StaffActor, about: About) =>
  house.change(actor, async (tx) => {
    await limitLinks({ db: tx, clock: house.clock }, about)
    return makeLink(house, tx, about, false)
  })

/** As it would be sent now; its link is made when it is. */
export async function previewMethodLink(house: House, about: About) {
  const { db, config } = house
  const organization = await readWholeRow(db, about.orgId)
  const to = addressOf(organization, await findCustomer(db, about))
  return previewOf(methodLinkLetter(organization, to, urlOf(config.publicUrl, HIDDEN_PART)), house)
}

export const revokeMethodLinks = (house: House, actor: StaffActor, orgId: string) =>
  house.change(actor, async (tx) => {
    const { id, name } = await lockOrganization(tx, orgId)
    const { organizationId, usedAt, revokedAt, expiresAt } = paymentMethodLinks
    const ended = await tx
      .update(paymentMethodLinks)
      .set({ revokedAt: tx.at })
      .where(and(eq(organizationId, orgId), isNull(usedAt), isNull(revokedAt), gt(expiresAt, tx.at)))
      .returning()
    if (ended.length === 0) throw conflict('Every link has ended already')
    const about = { id: ended[0]!.customerId, name, email: '' }
    record(tx, { ...aboutCustomer(about, id), action: 'payment-customer.method-links-revoked' })
  })

async function findLink(house: Reads, actor: PublicActor, token: string) {
  const found = await limitGuesses(house, actor, 'payment-method-link', async () => {
    const [row] = await house.db
      .select({ link: paymentMethodLinks, organization: organizations, customer: stripeCustomers })
      .from(paymentMethodLinks)
      .innerJoin(organizations, eq(organizations.id, paymentMethodLinks.organizationId))
      .innerJoin(stripeCustomers, eq(stripeCustomers.id, paymentMethodLinks.customerId))
      .where(eq(paymentMethodLinks.tokenHash, sha256(token)))
    return row
  })
  if (!found) throw new Refusal(404, 'NOT_FOUND', LINK_UNKNOWN)
  return found
}

type Found = Awaited<ReturnType<typeof findLink>>

/** A blocked organization, or a customer who was deleted, ends a link as staff do. */
const standingOf = ({ link, organization, customer }: Found, now: Date): MethodLinkState => {
  const state = stateOf(link, now)
  return state === 'open' && (isBlocked(organization.status) || customer.isDeleted) ? 'revoked' : state
}

export async function readMethodRequest(house: Reads, actor: PublicActor, token: string): Promise<MethodRequest> {
  const found = await findLink(house, actor, token)
  const { link, organization } = found
  const now = house.clock.now()
  await markOpened(house.db, link, now)
  return {
    orgName: organizationName(organization.name),
    language: organization.letterLanguage,
    state: standingOf(found, now),
    expiresAt: link.expiresAt.toISOString(),
  }
}

const markOpened = async (db: Db, { id, openedAt }: LinkRow, now: Date) => {
  if (!openedAt) await db.update(paymentMethodLinks).set({ openedAt: now }).where(eq(paymentMethodLinks.id, id))
}

const ENDED: Record<Exclude<MethodLinkState, 'open'>, string> = {
  used: 'The payment method was already replaced with this link.',
  expired: linkEndings.expired,
  revoked: linkEndings.revoked,
}

const PAGES_AN_HOUR = 20

/** Each time a fresh page of the provider, whose own ends after a day. */
export async function openMethodPage(house: House, actor: PublicActor, token: string): Promise<{ url: string }> {
  const found = await findLink(house, actor, token)
  const { link, customer } = found
  const state = standingOf(found, house.clock.now())
  if (state !== 'open') throw new Refusal(410, 'LINK_ENDED', ENDED[state], { why: state })
  await limit(house, {
    key: `payment-method-pages:${link.id}`,
    max: PAGES_AN_HOUR,
    windowS: HOUR_S,
    message: 'This link was opened too often. Try again in an hour.',
  })
  const url = await openSavingPage(house.stripe, {
    customer: customer.id,
    currency: customer.balanceCurrency || 'usd',
    link: link.id,
    returnUrl: urlOf(house.config.publicUrl, token),
  })
  if (!url || !(await house.stripe.owns(url))) throw unreachable()
  return { url }
}
