import { type CannedReply, cannedReplies as endpoints } from '@hikmah/contract/canned-replies'
import { MAX_CANNED_REPLIES, TITLE_TAKEN, TOO_MANY_REPLIES } from '@hikmah/contract/communication/replies'
import type { Parsed } from '@hikmah/contract/endpoint'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Reads, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { newId } from '../kit/db/ids.ts'
import { assertVersion, duplicate, existing, refuseIf } from '../kit/errors/refusal.ts'
import type { Serve } from '../kit/http/serve.ts'
import type { Tx } from '../kit/write/tx.ts'
import { cannedReplies as replies } from './table.ts'

const lowerTitle = sql`lower(${replies.title})`

type Row = typeof replies.$inferSelect
const present = ({ id, ...row }: Row): CannedReply => ({ _id: id, ...row })
const entity = 'canned-reply'

export function cannedReplyRoutes(serve: Serve, { db, change }: Reads & Writes) {
  serve(endpoints.listCannedReplies, async () =>
    (await db.select().from(replies).orderBy(asc(lowerTitle))).map(present),
  )
  serve(endpoints.addCannedReply, ({ actor, body }) => addCannedReply({ change }, actor, body))
  serve(endpoints.editCannedReply, ({ actor, params: { id }, body: { version, ...edit } }) =>
    change(actor, async (tx) => {
      const row = await lockReply(tx, id)
      await assertVersion(version, row, async () => present(row))
      await assertFree(tx, edit.title, id)
      const saved = { ...row, ...edit, version: row.version + 1 }
      await tx.update(replies).set(saved).where(eq(replies.id, id))
      const { title, text } = row
      record(tx, {
        action: `${entity}.updated`,
        entity,
        entityId: id,
        entityName: title,
        before: { title, text },
        after: edit,
      })
      return present(saved)
    }),
  )
  serve(endpoints.deleteCannedReply, ({ actor, params: { id } }) =>
    change(actor, async (tx) => {
      const { title, text } = await lockReply(tx, id)
      await tx.delete(replies).where(eq(replies.id, id))
      record(tx, { action: `${entity}.deleted`, entity, entityId: id, entityName: title, before: { text } })
    }),
  )
}

export const addCannedReply = (
  { change }: Writes,
  actor: StaffActor,
  body: Parsed<typeof endpoints.addCannedReply>['body'],
) =>
  change(actor, async (tx) => {
    await assertFree(tx, body.title)
    refuseIf((await tx.$count(replies)) >= MAX_CANNED_REPLIES ? TOO_MANY_REPLIES : undefined)
    const row = { id: newId(), ...body, version: 1 }
    await tx.insert(replies).values(row)
    record(tx, { action: `${entity}.created`, entity, entityId: row.id, entityName: row.title, after: body })
    return present(row)
  })

const lockReply = async (tx: Tx, id: string): Promise<Row> =>
  existing(await tx.select().from(replies).where(eq(replies.id, id)).for('update'), 'canned reply')

/** One at a time, so that two of one title do not come at once. */
async function assertFree(tx: Tx, title: string, except?: string) {
  await tx.execute(sql`lock table ${replies} in share row exclusive mode`)
  const isTaken = and(eq(lowerTitle, title.toLowerCase()), except ? ne(replies.id, except) : undefined)
  if ((await tx.$count(replies, isTaken)) > 0) throw duplicate('title', TITLE_TAKEN)
}
