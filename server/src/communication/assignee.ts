import { DEFAULT_ASSIGNEE } from '@hikmah/contract/communication'
import { fullName } from '@hikmah/contract/words'
import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import { fullNameOf } from '../kit/db/columns.ts'
import type { Tx } from '../kit/db/db.ts'
import { invalid } from '../kit/http/refusal.ts'

type Sent = string | { name?: string | undefined } | { name?: string | undefined }[] | null | undefined

const nameOf = (sent: Sent): string => {
  const first = Array.isArray(sent) ? sent[0] : sent
  return (typeof first === 'string' ? first : (first?.name ?? '')).trim().toLowerCase()
}

/** Only who may sign in can be given something to do. */
const isAtWork = and(eq(staff.access, 'active'), isNotNull(staff.verifiedAt))

/**
 * The assignee a form names: by id, else by e-mail or full name, else DC Admin. Whoever `holds` it may keep it also without
 * access.
 */
export async function findAssignee(tx: Tx, id: string | null | undefined, sent: Sent, holds: string | null) {
  if (!id) return (await findByName(tx, nameOf(sent))) ?? { person: null, name: DEFAULT_ASSIGNEE }
  const [person] = await tx
    .select()
    .from(staff)
    .where(and(eq(staff.id, id), id === holds ? undefined : isAtWork))
  if (!person) throw invalid('assigneeId', 'Choose somebody with access to the console')
  return { person, name: fullName(person) }
}

async function findByName(tx: Tx, name: string) {
  if (name === '') return undefined
  const isCalled = sql`lower(${fullNameOf(staff)}) = ${name}`
  const [person] = await tx
    .select()
    .from(staff)
    .where(and(or(eq(staff.userName, name), isCalled), isAtWork))
    .orderBy(asc(staff.createdAt), asc(staff.id))
    .limit(1)
  return person && { person, name: fullName(person) }
}
