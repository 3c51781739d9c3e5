import {
  AMBIGUOUS_PROMO_CODE,
  alreadyImported,
  type CampaignEdit,
  campaigns as endpoints,
  type ImportedCampaign,
  type NewCampaign,
} from '@hikmah/contract/campaigns'
import { INVALID_PROMO_CODE } from '@hikmah/contract/orders/words'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { House, Payments, Reads, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { pickChanged } from '../kit/db/columns.ts'
import { newId } from '../kit/db/ids.ts'
import { assertVersion, conflict } from '../kit/errors/refusal.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveList } from '../kit/list/read-page.ts'
import type { Tx } from '../kit/write/tx.ts'
import { assertInLibrary, editedColumns } from '../media/queries.ts'
import { type Operation, perform } from '../outside/stripe/operations.ts'
import type { PaymentProvider } from '../outside/stripe/provider.ts'
import { deactivatePromotionCode } from '../outside/stripe/subscriptions.ts'
import {
  codeColumns,
  couponColumns,
  loadMissingProducts,
  ownWords,
  type Provided,
  providedWords,
  readToMirror,
} from './mirror-campaign.ts'
import { findCodes, isUsable, previewCampaign } from './preview-campaign.ts'
import {
  type LockedCampaign,
  listCampaigns,
  listRedemptions,
  lockCampaign,
  readCampaign,
  readCampaignUse,
  streamCampaigns,
} from './queries.ts'
import { type CampaignTableRow, campaignColumns, campaigns } from './table.ts'

export function campaignRoutes(serve: Serve, house: House) {
  const { db, clock, change } = house
  serveList(serve, change, endpoints.listCampaigns, {
    entity: 'campaign',
    entityName: 'All campaigns',
    page: ({ query }) => listCampaigns(db, query, clock.now()),
    whole: () => streamCampaigns(db, clock.now()),
  })
  serve(endpoints.previewCampaign, ({ query }) => previewCampaign(house, query.promoCode))
  serve(endpoints.createCampaign, ({ actor, body }) => importCampaign(house, actor, body))
  serve(endpoints.readCampaign, ({ params }) => readCampaign(db, params.id, clock.now()))
  serve(endpoints.updateCampaign, ({ actor, params, body }) => updateCampaign(house, actor, params.id, body))
  serve(endpoints.deleteCampaign, ({ actor, params }) => deleteCampaign(house, actor, params.id))
  serve(endpoints.readCampaignUse, ({ params }) => readCampaignUse(db, params.id, clock.now()))
  serve(endpoints.listRedemptions, ({ params, query }) => listRedemptions(db, params.id, query))
  serve(endpoints.resyncCampaign, ({ actor, params }) => resyncCampaign(house, actor, params.id))
}

/** Changes what is ours of it. Without `version` it is saved over whatever stands there. */
const updateCampaign = ({ change }: Writes, actor: StaffActor, id: string, edit: CampaignEdit) =>
  change(actor, async (tx) => {
    const before = await lockCampaign(tx, id)
    await assertVersion(edit.version, before, () => readCampaign(tx, id, tx.at))
    const changed = pickChanged<LockedCampaign>(before, await ownColumns(tx, edit))
    if (Object.keys(changed).length > 0) {
      await tx
        .update(campaigns)
        .set({ ...changed, version: sql`${campaigns.version} + 1` })
        .where(eq(campaigns.id, id))
      record(tx, {
        ...auditSubject(before),
        action: 'campaign.updated',
        before: ownWords(before),
        after: ownWords({ ...before, ...changed }),
      })
    }
    return readCampaign(tx, id, tx.at)
  })

/** The columns of what was sent; a campaign may go without a picture. */
async function ownColumns(tx: Tx, edit: CampaignEdit) {
  const columns = editedColumns<CampaignTableRow>(campaignColumns, edit)
  await assertInLibrary(tx, 'imageMetaData.imageUrl', columns.imageMediaId)
  return columns.imageMediaId === null ? { ...columns, imageName: '', imageSize: 0 } : columns
}

export const campaignDeletion: Operation<{ id: string; promoId: string }, { deactivated: true }> = {
  kind: 'campaign.delete',
  run: async (stripe, { promoId }, key) => {
    await deactivatePromotionCode(stripe, promoId, key)
    return { deactivated: true }
  },
  settle: async (tx, { id }) => {
    const [deleted] = await tx
      .update(campaigns)
      .set({ isActive: false, deletedAt: tx.at, imageMediaId: null, version: sql`${campaigns.version} + 1` })
      .where(and(eq(campaigns.id, id), isNull(campaigns.deletedAt)))
      .returning()
    if (!deleted) return
    const { code, promoId } = deleted
    record(tx, { ...auditSubject(deleted), action: 'campaign.deleted', before: { id: promoId, code } })
  },
}

type Deps = Reads & Writes & Payments

async function deleteCampaign(deps: Deps, actor: StaffActor, id: string): Promise<void> {
  const { id: promoId } = await readCampaign(deps.db, id, deps.clock.now())
  await perform(deps, actor, campaignDeletion, id, { id, promoId })
}

async function resyncCampaign(deps: Deps, actor: StaffActor, id: string) {
  const { id: promoId } = await readCampaign(deps.db, id, deps.clock.now())
  const mirror = await readToMirror(deps, 'page', promoId)
  return deps.change(actor, async (tx) => {
    const before = await lockCampaign(tx, id)
    await mirror(tx)
    const [after] = await tx.select().from(campaigns).where(eq(campaigns.id, id))
    record(tx, {
      ...auditSubject(before),
      action: 'campaign.resynced',
      before: providedWords(before),
      after: providedWords(after!),
    })
    return readCampaign(tx, id, tx.at)
  })
}

/**
 * Imports a promo code of the provider once: one that is already imported is compared again, and a deleted one comes
 * back. If our own details come along, one that is already imported is left unchanged (409), since somebody chose them
 * before. Returns a text where there is no such code.
 */
export async function importCampaign(deps: Deps, actor: StaffActor, { promoCode, ...own }: NewCampaign) {
  const at = deps.clock.now()
  const found = await find(deps.stripe, promoCode)
  if (typeof found === 'string') return found
  const coupon = couponColumns(found)
  if (!coupon) return INVALID_PROMO_CODE
  await loadMissingProducts(deps, found)
  return deps.change(actor, (tx) => save(tx, { ...codeColumns(found, at), ...coupon }, own))
}

async function find(stripe: PaymentProvider, text: string): Promise<Stripe.PromotionCode | string> {
  const found = await findCodes(stripe, text)
  const usable = found.filter(isUsable)
  const [one, ...others] = usable.length > 0 ? usable : found
  if (!one) return INVALID_PROMO_CODE
  return others.length > 0 ? AMBIGUOUS_PROMO_CODE : one
}

async function save(tx: Tx, provided: Provided, chosen: Omit<NewCampaign, 'promoCode'>): Promise<ImportedCampaign> {
  const own = await ownColumns(tx, chosen)
  const hasOwn = Object.keys(own).length > 0
  const arrived = { ...own, createdBy: tx.by.name, createdAt: tx.at }
  const [added] = await tx
    .insert(campaigns)
    .values({ id: newId(), ...provided, ...arrived })
    .onConflictDoNothing({ target: campaigns.promoId })
    .returning()
  if (added) {
    const after = { ...providedWords(provided), ...(hasOwn && ownWords(added)) }
    record(tx, { ...auditSubject(added), action: 'campaign.imported', after })
    return { ...(await readCampaign(tx, added.id, tx.at)), isNew: true }
  }
  const [before] = await tx.select().from(campaigns).where(eq(campaigns.promoId, provided.promoId)).for('update')
  // Rows of this table are never deleted.
  const { id, deletedAt } = before!
  if (hasOwn && !deletedAt) throw conflict(alreadyImported(provided.code), await readCampaign(tx, id, tx.at))
  const [updated] = await tx
    .update(campaigns)
    .set({ ...provided, ...(deletedAt && { ...arrived, deletedAt: null, version: sql`${campaigns.version} + 1` }) })
    .where(eq(campaigns.id, id))
    .returning()
  record(tx, {
    ...auditSubject(updated!),
    action: deletedAt ? 'campaign.imported' : 'campaign.resynced',
    before: deletedAt ? {} : providedWords(before!),
    after: { ...providedWords(provided), ...(hasOwn && ownWords(updated!)) },
  })
  return { ...(await readCampaign(tx, id, tx.at)), isNew: deletedAt !== null }
}

const auditSubject = ({ id, code }: LockedCampaign) => ({ entity: 'campaign', entityId: id, entityName: code }) as const
