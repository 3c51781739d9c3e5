import { mustMaskEin } from '@hikmah/contract/permissions'
import type { NoticeTopic } from '@hikmah/contract/profile/schemas'
import { DEFAULT_NOTICE } from '@hikmah/contract/profile/words'
import { and, eq, inArray } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import type { Settings } from '../house.ts'
import { newId } from '../kit/db/ids.ts'
import { withoutEins } from '../kit/http/masked-eins.ts'
import { post } from '../kit/mail/post.ts'
import type { Tx } from '../kit/write/tx.ts'
import { noticeLetter } from './letters.ts'
import { rolesToldOf } from './rules.ts'
import { staffNotices, staffPreferences } from './table.ts'

/**
 * Tells the staff who may act on it that something came in, as each of them chose: by a letter at once, by a line in the
 * next daily letter, or not at all. `path` is an address in the console. What happened and the telling commit together.
 */
export async function notifyStaff(
  { config }: Settings,
  tx: Tx,
  topic: NoticeTopic,
  notice: { subject: string; line: string; path: string },
): Promise<void> {
  const people = await tx
    .select({
      id: staff.id,
      userName: staff.userName,
      firstName: staff.firstName,
      role: staff.role,
      choice: staffPreferences.choice,
    })
    .from(staff)
    .leftJoin(staffPreferences, and(eq(staffPreferences.staffId, staff.id), eq(staffPreferences.topic, topic)))
    .where(and(eq(staff.status, 'active'), inArray(staff.role, [...rolesToldOf(topic)])))
  const waiting: (typeof staffNotices.$inferInsert)[] = []
  for (const { choice, role, ...person } of people) {
    const told = mustMaskEin(role)
      ? { ...notice, subject: withoutEins(notice.subject), line: withoutEins(notice.line) }
      : notice
    const wanted = choice ?? DEFAULT_NOTICE
    if (wanted === 'each') await post(tx, noticeLetter(person, told, config.publicUrl))
    if (wanted === 'daily') {
      const { line, path } = told
      waiting.push({ id: newId(), staffId: person.id, topic, line, path, createdAt: tx.at })
    }
  }
  if (waiting.length > 0) await tx.insert(staffNotices).values(waiting)
}
