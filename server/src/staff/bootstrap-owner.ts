import { isGoodPassword, PASSWORD_RULE, splitName } from '@hikmah/contract/words'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type StaffRow, staff } from '../accounts/table.ts'
import type { House, Reads, Settings } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { assertNotGuessable, hashPassword, passwordFits } from '../kit/auth/passwords.ts'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { Refusal } from '../kit/errors/refusal.ts'
import { type Config, DEMO_OWNER } from '../kit/process/config.ts'
import { ConfigError } from '../kit/process/config-error.ts'
import { aboutStaff } from '../sign-in/queries.ts'

/** Makes the first owner when no staff exists (OWNER_EMAIL, OWNER_PASSWORD, OWNER_NAME). True when it did. */
export async function bootstrapOwner({ db, change, config }: House): Promise<boolean> {
  const { owner } = config
  const hasStaff = async (at: Db) => (await rowsOf(at, sql`select 1 from staff limit 1`)).length > 0
  // Making a password takes a tenth of a second and much memory, which most starts need not spend.
  if (await hasStaff(db)) return false
  const passwordHash = await hashPassword(owner.password)
  return change(systemActor('Start-up'), async (tx) => {
    await tx.execute(sql`lock table staff in share row exclusive mode`)
    if (await hasStaff(tx)) return false
    await assertOwnerPassword(config)
    const id = newId()
    await tx.insert(staff).values({
      id,
      userName: owner.email,
      ...splitName(owner.name),
      passwordHash,
      role: 'hikmah_owner',
      verifiedAt: tx.at,
      createdAt: tx.at,
    })
    record(tx, {
      action: 'staff.created',
      ...aboutStaff({ id, userName: owner.email }),
      after: { userName: owner.email, role: 'hikmah_owner' },
    })
    return true
  })
}

async function assertOwnerPassword({ production, owner }: Config): Promise<void> {
  if (!production) return
  if (!isGoodPassword(owner.password)) throw new ConfigError(`OWNER_PASSWORD: ${PASSWORD_RULE}`)
  try {
    await assertNotGuessable('OWNER_PASSWORD', owner.password, { userName: owner.email, names: [owner.name] })
  } catch (error) {
    throw error instanceof Refusal ? new ConfigError(error.message) : error
  }
}

const COLLEAGUES = ['omar.siddiqui@hikmah.example', 'fatima.noor@hikmah.example']

/** The first owner and the demo colleagues who can still sign in with the published password. */
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
