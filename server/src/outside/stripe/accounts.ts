import type Stripe from 'stripe'
import { requireId } from './ids.ts'
import { undefinedIfMissing } from './missing.ts'
import { allOf, collect } from './pages.ts'
import type { PaymentProvider, Use } from './provider.ts'

/** Connected accounts. Without an id the provider would answer the platform's own. */
export const readAccount = (stripe: PaymentProvider, use: Use, id: string) =>
  undefinedIfMissing(stripe.ask(use, (sdk) => sdk.accounts.retrieve(requireId(id))))

/** Who represents a company; a person's account has the person itself. */
export async function readRepresentative(
  stripe: PaymentProvider,
  use: Use,
  id: string,
): Promise<Stripe.Person | undefined> {
  const { data } = await stripe.ask(use, (sdk) =>
    sdk.accounts.listPersons(requireId(id), { relationship: { representative: true }, limit: 1 }),
  )
  return data[0]
}

export const listAccounts = (stripe: PaymentProvider) =>
  collect(allOf(stripe, 'work', (sdk, paging) => sdk.accounts.list(paging)))
