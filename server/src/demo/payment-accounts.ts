import { asc, eq } from 'drizzle-orm'
import type { House } from '../house.ts'
import { organizations } from '../organizations/table.ts'

/** The tax ids by which the sandbox knows what a check comes to (sandbox/README.md); without one it is still asked for. */
const TAX_IDS = ['000000000', '000000000', '222222222', '111111111', undefined]

/** Connects the oldest organizations, one in each state of verification; the others have no account yet. */
export async function connectAccounts({ db, stripe, clock }: House): Promise<void> {
  const oldest = await db
    .select({ id: organizations.id, name: organizations.name, email: organizations.email })
    .from(organizations)
    .where(eq(organizations.status, 'approved'))
    .orderBy(asc(organizations.createdAt))
    .limit(TAX_IDS.length)
  for (const [n, { id, name, email }] of oldest.entries()) {
    const tax_id = TAX_IDS[n]
    await stripe.ask('work', (sdk) =>
      sdk.accounts.create({
        type: 'custom',
        country: 'US',
        business_type: 'non_profit',
        email,
        metadata: { orgId: id },
        company: { name, ...(tax_id && { tax_id }) },
        external_account: { object: 'bank_account', country: 'US', currency: 'usd', account_number: '000123456789' },
        tos_acceptance: { date: Math.floor(clock.now().getTime() / 1000), ip: '127.0.0.1' },
      }),
    )
  }
}
