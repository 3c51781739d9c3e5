import type { PaymentAccount, VerificationStatus } from '@hikmah/contract/payment-account'
import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Payments, Reads } from '../house.ts'
import { notFound, Refusal } from '../kit/http/refusal.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { organizations } from '../organizations/table.ts'
import { readAccount, readRepresentative } from '../outside/stripe/accounts.ts'
import { idOf } from '../outside/stripe/ids.ts'

/** For so long it is not asked for again. */
const KEPT_S = 60
/** For so long it is shown, with its age, while it cannot be asked for. */
const GOOD_S = 6 * 3600
const MAX_KEPT = 1000

/** Passed through and never stored: personal data. What was read last is remembered for when the provider is away. */
export function createPaymentAccounts({ db, stripe, clock }: Reads & Payments) {
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
