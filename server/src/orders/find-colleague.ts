import { and, eq } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import { fullNameOf } from '../kit/db/columns.ts'
import type { Db } from '../kit/db/db.ts'
import { invalid } from '../kit/http/refusal.ts'

/** A team member who may sign in. */
export async function findColleague(db: Db, field: string, id: string) {
  const [person] = await db
    .select({ id: staff.id, name: fullNameOf(staff) })
    .from(staff)
    .where(and(eq(staff.id, id), eq(staff.status, 'active')))
  if (!person) throw invalid(field, 'Choose an active team member')
  return person
}
