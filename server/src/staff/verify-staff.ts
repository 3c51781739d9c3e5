import { and, eq, isNull } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { wrongCode } from '../kit/auth/codes.ts'
import { proveCode, spendCode } from './codes.ts'
import { aboutStaff, findStaff } from './queries.ts'

/** Enters the code that the new colleague was mailed; from then on they may sign in. */
export async function verifyStaff(
  house: House,
  actor: StaffActor,
  { code, userName }: { code: string; userName: string },
) {
  const person = await findStaff(house.db, userName)
  const codeId = await proveCode(house, 'verify', userName, person?.verifiedAt ? undefined : person, code)
  await house.change(actor, async (tx) => {
    await spendCode(tx, codeId, 'verify', userName)
    const [verified] = await tx
      .update(staff)
      .set({ verifiedAt: tx.at })
      .where(and(eq(staff.userName, userName), isNull(staff.verifiedAt)))
      .returning()
    if (!verified) throw wrongCode()
    record(tx, {
      action: 'staff.verified',
      ...aboutStaff(verified),
      before: { verifiedAt: null },
      after: { verifiedAt: tx.at },
    })
  })
}
