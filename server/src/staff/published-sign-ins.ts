import { and, asc, eq, inArray } from 'drizzle-orm'
import { type StaffRow, staff } from '../accounts/table.ts'
import type { Reads, Settings } from '../house.ts'
import { passwordFits } from '../kit/auth/passwords.ts'
import { DEMO_OWNER } from '../kit/process/production.ts'

const COLLEAGUES = ['omar.siddiqui@hikmah.example', 'fatima.noor@hikmah.example']

/** Of the first owner and the demo colleagues those who can still sign in with the published password. */
export async function findPublishedSignIns({ db, config }: Reads & Settings): Promise<StaffRow[]> {
  if (config.production) return []
  const people = await db
    .select()
    .from(staff)
    .where(and(inArray(staff.userName, [config.owner.email, ...COLLEAGUES]), eq(staff.status, 'active')))
    .orderBy(asc(staff.rank))
  const fits = await Promise.all(people.map(({ passwordHash }) => passwordFits(passwordHash, DEMO_OWNER.password)))
  return people.filter((_, at) => fits[at])
}
