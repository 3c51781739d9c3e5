import { and, eq, ne } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { Tx } from '../kit/db/db.ts'
import { organizations } from '../organizations/table.ts'
import { listAccounts, readAccount } from '../outside/stripe/accounts.ts'
import type { Comparer } from '../payments/drift.ts'
import type { EventHandler } from '../payments/events.ts'
import { organizationOf } from '../payments/mirror.ts'
import { PROVIDER } from '../payments/refresh.ts'

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
    const organization = await organizationOf(tx, metadata?.orgId)
    if (!organization) return
    const [linked] = await tx
      .update(organizations)
      .set({ paymentAccountId: id })
      .where(and(eq(organizations.id, organization.id), eq(organizations.paymentAccountId, '')))
      .returning({ name: organizations.name })
    if (linked) note(tx, 'organization.payment-account-linked', organization.id, linked.name, { before: '', after: id })
  })

async function unlink({ change }: House, accountId: string) {
  if (accountId === '') return
  await change(PROVIDER, async (tx) => {
    const left = await tx
      .update(organizations)
      .set({ paymentAccountId: '' })
      .where(and(eq(organizations.paymentAccountId, accountId), ne(organizations.paymentAccountId, '')))
      .returning({ id: organizations.id, name: organizations.name })
    for (const { id, name } of left)
      note(tx, 'organization.payment-account-unlinked', id, name, { before: accountId, after: '' })
  })
}

const note = (
  tx: Tx,
  action: 'organization.payment-account-linked' | 'organization.payment-account-unlinked',
  id: string,
  entityName: string,
  paymentAccount: { before: string; after: string },
) =>
  record(tx, {
    action,
    entity: 'organization',
    entityId: id,
    entityName,
    organizationId: id,
    before: { paymentAccount: paymentAccount.before },
    after: { paymentAccount: paymentAccount.after },
  })
