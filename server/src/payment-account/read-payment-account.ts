import type { PaymentAccount } from '@hikmah/contract/payment-account/schemas'
import type { VerificationStatus } from '@hikmah/contract/payment-account/words'
import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Payments, Reads } from '../house.ts'
import { notFound } from '../kit/http/refusal.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { organizations } from '../organizations/table.ts'
import { readAccount, readRepresentative } from '../outside/stripe/accounts.ts'

const KEPT_S = 60
const MOST_KEPT = 1000

/** Passed through and never stored: personal data, of which only what is true now is of use. */
export function createPaymentAccounts({ db, stripe, clock }: Reads & Payments) {
  const kept = new Map<string, { account: PaymentAccount | null; until: Date }>()

  const ask = async (id: string): Promise<PaymentAccount | null> => {
    const account = await readAccount(stripe, 'page', id)
    if (!account) return null
    const person = account.individual ?? (await readRepresentative(stripe, 'page', id))
    return presentAccount(account, person)
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
    if (known && known.until > now) return known.account
    const account = await ask(accountId)
    const [oldest] = kept.keys()
    if (kept.size >= MOST_KEPT && oldest) kept.delete(oldest)
    kept.set(accountId, { account, until: secondsAfter(now, KEPT_S) })
    return account
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

const presentAccount = (account: Stripe.Account, person: Stripe.Person | undefined): PaymentAccount => ({
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
})

const presentExternal = (external: Stripe.BankAccount | Stripe.Card) => ({
  account: typeof external.account === 'string' ? external.account : (external.account?.id ?? null),
  bank_name: external.object === 'bank_account' ? external.bank_name : external.brand,
  last4: external.last4 ?? '',
  status: external.status ?? null,
  currency: external.currency ?? null,
  default_for_currency: external.default_for_currency ?? null,
})
