import { type PaymentAccount, paymentAccount, type VerificationStatus } from '@hikmah/contract/payment-account'
import { and, eq, ne } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { House, Payments, Reads } from '../house.ts'
import { recordOnOrganization } from '../kit/audit/audit.ts'
import { notFound, Refusal } from '../kit/errors/refusal.ts'
import type { Serve } from '../kit/http/serve.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { organizations } from '../organizations/table.ts'
import { listAccounts, readAccount, readRepresentative } from '../outside/stripe/billing.ts'
import { idOf } from '../outside/stripe/requests.ts'
import type { EventHandler } from '../payments/events.ts'
import { type Comparer, findNamedOrganization } from '../payments/mirror.ts'
import { PROVIDER } from '../payments/refresh.ts'

export function paymentAccountRoutes(serve: Serve, house: House) {
  const read = createPaymentAccounts(house)
  serve(paymentAccount.readPaymentAccount, ({ params }) => read(params.orgId))
}

/** For so long it is not asked for again. */
const KEPT_S = 60
/** For so long it is shown, with its age, while it cannot be asked for. */
const GOOD_S = 6 * 3600
const MAX_KEPT = 1000

/** Passed through and never stored: personal data. What was read last is remembered for when the provider is away. */
function createPaymentAccounts({ db, stripe, clock }: Reads & Payments) {
  const kept = new Map<string, { account: PaymentAccount | null; at: Date }>()

  const ask = async (id: string, at: Date): Promise<PaymentAccount | null> => {
    const account = await readAccount(stripe, 'page', id)
    if (!account) return null
    const person = account.individual ?? (await readRepresentative(stripe, 'page', id))
    return presentAccount(account, person, at)
  }

  return async (orgId: string): Promise<PaymentAccount | null> => {
    const [organization] = await db
      .select({ accountId: organizations.paymentAccountId })
      .from(organizations)
      .where(eq(organizations.id, orgId))
    if (!organization) throw notFound('organization')
    const { accountId } = organization
    if (accountId === '') return null
    const now = clock.now()
    const known = kept.get(accountId)
    if (known && secondsAfter(known.at, KEPT_S) > now) return known.account
    try {
      const account = await ask(accountId, now)
      const [oldest] = kept.keys()
      if (kept.size >= MAX_KEPT && oldest) kept.delete(oldest)
      kept.set(accountId, { account, at: now })
      return account
    } catch (error) {
      const isStillGood = known && secondsAfter(known.at, GOOD_S) > now
      if (isStillGood && error instanceof Refusal && error.status >= 500) return known.account
      throw error
    }
  }
}

/** What is due counts before what the provider says of the person: a company has no status of its own. */
export function verificationOf({
  requirements,
  individual,
  business_type,
  charges_enabled,
  payouts_enabled,
}: Stripe.Account): VerificationStatus {
  const own = individual?.verification?.status
  if (business_type === 'individual' && (own === 'verified' || own === 'pending' || own === 'unverified')) return own
  const isHeld = Boolean(requirements?.disabled_reason) || (requirements?.past_due ?? []).length > 0
  if (isHeld) return 'unverified'
  if ((requirements?.pending_verification ?? []).length > 0) return 'pending'
  const isComplete = charges_enabled && payouts_enabled && (requirements?.currently_due ?? []).length === 0
  return isComplete ? 'verified' : 'unverified'
}

const presentAccount = (account: Stripe.Account, person: Stripe.Person | undefined, at: Date): PaymentAccount => ({
  provider: 'Stripe',
  id: account.id,
  type: account.type,
  email: account.email,
  legal_entity: { personal_email: person?.email ?? null, verification: { status: verificationOf(account) } },
  country: account.country ?? null,
  created: account.created ?? null,
  default_currency: account.default_currency ?? null,
  tos_acceptance: { date: account.tos_acceptance?.date ?? null },
  external_accounts: { data: (account.external_accounts?.data ?? []).map(presentExternal) },
  charges_enabled: account.charges_enabled ?? false,
  payouts_enabled: account.payouts_enabled ?? false,
  details_submitted: account.details_submitted ?? false,
  requirements: {
    currently_due: account.requirements?.currently_due ?? [],
    past_due: account.requirements?.past_due ?? [],
    pending_verification: account.requirements?.pending_verification ?? [],
    current_deadline: account.requirements?.current_deadline ?? null,
    disabled_reason: account.requirements?.disabled_reason ?? null,
  },
  asOf: at.toISOString(),
})

const presentExternal = (external: Stripe.BankAccount | Stripe.Card) => ({
  account: idOf(external.account),
  bank_name: external.object === 'bank_account' ? external.bank_name : external.brand,
  last4: external.last4 ?? '',
  status: external.status ?? null,
  currency: external.currency ?? null,
  default_for_currency: external.default_for_currency ?? null,
})

/** The account that names an organization in its metadata is its payment account, until it leaves the platform. */
export const followAccounts: EventHandler = {
  types: ['account.updated', 'account.application.deauthorized'],
  followsAccounts: true,
  work: async (house, { type, account, object }) => {
    // Only `account` names the account that left: the object is the platform's application.
    if (type === 'account.application.deauthorized') return unlink(house, account)
    const read = await readAccount(house.stripe, 'work', object.id)
    if (read) await link(house, read)
  },
}

/**
 * All accounts that are connected already. Those that left unheard make room first; where none of ours is listed, the key
 * is that of another platform and lets nobody go.
 */
export const linkAccounts: Comparer = async (house, counted) => {
  const accounts = await listAccounts(house.stripe)
  const connected = new Set(accounts.map(({ id }) => id))
  const { paymentAccountId: id } = organizations
  const linked = await house.db.selectDistinct({ id }).from(organizations).where(ne(id, ''))
  const unlisted = linked.filter((one) => !connected.has(one.id))
  for (const one of unlisted.length < linked.length ? unlisted : []) {
    const hasLeft = !(await readAccount(house.stripe, 'work', one.id))
    if (hasLeft) await unlink(house, one.id)
  }
  for (const account of accounts) {
    counted.compared += 1
    await link(house, account)
  }
}

/** An organization that has one keeps it. */
const link = ({ change }: House, { id, metadata }: Stripe.Account) =>
  change(PROVIDER, async (tx) => {
    const organization = await findNamedOrganization(tx, metadata?.orgId)
    if (!organization) return
    const [linked] = await tx
      .update(organizations)
      .set({ paymentAccountId: id })
      .where(and(eq(organizations.id, organization.id), eq(organizations.paymentAccountId, '')))
      .returning({ id: organizations.id, name: organizations.name })
    if (linked) note(tx, 'linked', linked, { before: '', after: id })
  })

async function unlink({ change }: House, accountId: string) {
  if (accountId === '') return
  await change(PROVIDER, async (tx) => {
    const left = await tx
      .update(organizations)
      .set({ paymentAccountId: '' })
      .where(and(eq(organizations.paymentAccountId, accountId), ne(organizations.paymentAccountId, '')))
      .returning({ id: organizations.id, name: organizations.name })
    for (const organization of left) note(tx, 'unlinked', organization, { before: accountId, after: '' })
  })
}

const note = (
  tx: Tx,
  verb: 'linked' | 'unlinked',
  organization: { id: string; name: string },
  { before, after }: { before: string; after: string },
) =>
  recordOnOrganization(tx, organization, {
    action: `organization.payment-account-${verb}`,
    before: { paymentAccount: before },
    after: { paymentAccount: after },
  })
