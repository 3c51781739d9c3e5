import type { Parsed } from '@hikmah/contract/endpoint'
import { type DraftKind, productDrafts as endpoints } from '@hikmah/contract/product-drafts'
import { and, eq, sql } from 'drizzle-orm'
import type { House, Writes } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict } from '../kit/errors/refusal.ts'
import type { Serve } from '../kit/http/serve.ts'
import { dropDraft, isDraftOf, productDrafts, readDraft } from './queries.ts'

export function productDraftRoutes(serve: Serve, house: House) {
  serve(endpoints.readProductDraft, ({ params, actor }) => readDraft(house.db, actor.id, params.kind))
  serve(endpoints.saveProductDraft, ({ params, body, actor }) => saveDraft(house, actor, params.kind, body))
  serve(endpoints.discardProductDraft, ({ params, actor }) =>
    house.change(actor, async (tx) => void (await dropDraft(tx, actor.id, params.kind))),
  )
}

type Draft = Parsed<typeof endpoints.saveProductDraft>['body']

/** Keeps the draft where nobody else has since it was read. A draft is nobody's business: the audit trail has none of it. */
const saveDraft = ({ change }: Writes, actor: StaffActor, kind: DraftKind, { draft, step, version }: Draft) =>
  change(actor, async (tx) => {
    const row = { draft: JSON.stringify(draft), step, savedAt: tx.at }
    const saved =
      version === 0
        ? await tx
            .insert(productDrafts)
            .values({ ...row, staffId: actor.id, kind, version: 1 })
            .onConflictDoNothing()
            .returning({ version: productDrafts.version })
        : await tx
            .update(productDrafts)
            .set({ ...row, version: sql`${productDrafts.version} + 1` })
            .where(and(isDraftOf(actor.id, kind), eq(productDrafts.version, version)))
            .returning({ version: productDrafts.version })
    const current = await readDraft(tx, actor.id, kind)
    if (saved.length === 0 || !current) throw conflict('This draft was changed in another tab', current)
    return current
  })
