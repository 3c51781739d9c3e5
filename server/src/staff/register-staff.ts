import type { Data, Parsed } from '@hikmah/contract/endpoint'
import type { staff as staffEndpoints } from '@hikmah/contract/staff'
import { staff } from '../accounts/table.ts'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { assertNotGuessable } from '../kit/auth/passwords/guessable.ts'
import { hashPassword } from '../kit/auth/passwords/passwords.ts'
import { newId } from '../kit/db/ids.ts'
import { retryOnUniqueViolation } from '../kit/db/races.ts'
import { duplicate } from '../kit/http/refusal.ts'
import { post } from '../kit/mail/post.ts'
import { assertWithinCodeLimits, countCode, issueCode } from './codes.ts'
import { staffWelcomeLetter, verificationLetter } from './letters.ts'
import { aboutStaff, findStaff, lockStaff, readChanged, readStaffRow } from './queries.ts'
import { assertUnverified } from './rules.ts'

type NewStaff = Parsed<typeof staffEndpoints.registerStaff>['body']
type NewStaffAnswer = Data<typeof staffEndpoints.registerStaff>

const TAKEN = 'A console team member already has this e-mail address'

/** Adds a colleague, who may sign in once the mailed code is entered. The password is somebody else's choice, and says so. */
export async function registerStaff(house: House, actor: StaffActor, given: NewStaff): Promise<NewStaffAnswer> {
  const { userName, access, password } = given
  const { firstName, lastName } = given.name
  // The shape lets exactly one through.
  const role = given.role[0]!.roles
  if (await findStaff(house.db, userName)) throw duplicate('userName', TAKEN)
  await assertNotGuessable('password', password, { userName, names: [firstName, lastName] })
  const passwordHash = await hashPassword(password)
  const saved = await retryOnUniqueViolation(() =>
    house.change(actor, async (tx) => {
      const known = await findStaff(tx, userName)
      if (known) throw duplicate('userName', TAKEN, await readChanged(tx, known.id, actor))
      const person = { id: newId(), userName, firstName, lastName, role, access }
      await tx.insert(staff).values({ ...person, passwordHash, passwordSetByOther: true, createdAt: tx.at })
      const code = await issueCode(house, tx, 'verify', person)
      await post(tx, staffWelcomeLetter(person, role, actor.name, house.config.publicUrl))
      await post(tx, verificationLetter(person, code, actor.name, house.config.auth.codeTtlS))
      record(tx, {
        action: 'staff.invited',
        ...aboutStaff(person),
        after: { userName, 'name.firstName': firstName, 'name.lastName': lastName, role, access },
      })
      return { ...(await readChanged(tx, person.id, actor)), resendWaitS: house.config.auth.resendWaitS }
    }),
  )
  await countCode(house, 'verify', userName)
  return saved
}

/** Mails a new code to a colleague who is not verified yet. */
export async function resendStaffCode(house: House, actor: StaffActor, id: string) {
  const { userName, verifiedAt } = await readStaffRow(house.db, id)
  assertUnverified({ verifiedAt })
  await assertWithinCodeLimits(house, 'verify', userName)
  return house.change(actor, async (tx) => {
    const person = await lockStaff(tx, id)
    assertUnverified(person)
    const code = await issueCode(house, tx, 'verify', person)
    await post(tx, verificationLetter(person, code, actor.name, house.config.auth.codeTtlS))
    record(tx, { action: 'staff.code-sent', ...aboutStaff(person) })
    return { resendWaitS: house.config.auth.resendWaitS }
  })
}
