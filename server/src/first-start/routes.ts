import { firstStart, type SetupStep, setupSteps } from '@hikmah/contract/first-start'
import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { staff } from '../accounts/table.ts'
import { applications } from '../applications/table.ts'
import type { House } from '../house.ts'
import { invites } from '../invites/table.ts'
import { irsSources } from '../irs-registry/table.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { type Db, rowsOf } from '../kit/db/db.ts'
import type { Serve } from '../kit/http/serve.ts'
import { mailTable } from '../kit/mail/post.ts'

export function firstStartRoutes(serve: Serve, { db, config, stripe }: House) {
  serve(firstStart.readSetup, async ({ actor }) => {
    const hasMailServer = config.smtpUrl !== undefined
    const found = await findWhatIsThere(db, actor.id)
    const isDone: Record<SetupStep, boolean> = {
      ...found,
      mail: hasMailServer && found.mail,
      payments: stripe.isConfigured && !stripe.isSandbox,
    }
    return { done: setupSteps.filter((step) => isDone[step]), hasMailServer }
  })
}

const isThere = (table: PgTable, where?: SQL) =>
  sql`exists (select from ${table} ${where ? sql`where ${where}` : sql``})`

async function findWhatIsThere(db: Db, staffId: string) {
  const signedIn = and(eq(auditEntries.actorId, staffId), eq(auditEntries.action, 'sign-in.completed'))
  const [found] = await rowsOf<Record<Exclude<SetupStep, 'payments'>, boolean>>(
    db,
    sql`select
      ${isThere(auditEntries, signedIn)} as "sign-in",
      ${isThere(mailTable, eq(mailTable.status, 'sent'))} as mail,
      ${isThere(irsSources)} as registry,
      ${isThere(applications, isNull(applications.archivedAt))} as application,
      ${isThere(staff, ne(staff.id, staffId))} as colleague,
      ${isThere(invites)} as invite`,
  )
  if (!found) throw new Error('a select without a table has one row')
  return found
}
