import { acceptanceTexts } from '@hikmah/contract/agreements'
import type { AgreementLog } from '@hikmah/contract/organizations/schemas'
import { eq } from 'drizzle-orm'
import type { Reads, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { OrganizationActor } from '../kit/auth/actor.ts'
import { readAgent } from '../kit/auth/agent.ts'
import { limit } from '../kit/auth/throttle.ts'
import type { Db } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { conflict, notFound } from '../kit/errors/refusal.ts'
import { DAY_S } from '../kit/process/clock.ts'
import { assertRunsOrganization, assertSameOrganization } from '../organization-team/member-sessions.ts'
import { members } from '../organization-team/table.ts'
import { organizations } from '../organizations/table.ts'
import { agreementLogs } from './table.ts'

/** The log is kept for ever, so nobody may fill it. */
const AGREEMENTS_A_DAY = 50

/** Writes down that the organization agreed: who, when, from where and with what, as the server saw it. */
export async function recordAgreement(
  house: Reads & Writes,
  actor: OrganizationActor,
  organizationId: string,
  logType: AgreementLog['logType'],
): Promise<AgreementLog> {
  assertSameOrganization(actor, organizationId)
  assertRunsOrganization(actor)
  await readSigner(house.db, actor.id)
  await limit(house, {
    key: `agreements:${organizationId}`,
    max: AGREEMENTS_A_DAY,
    windowS: DAY_S,
    message: 'Too many agreements today. Try again tomorrow.',
  })
  return house.change(actor, async (tx) => {
    const { userName, organizationName } = await readSigner(tx, actor.id, 'hold')
    const seen = { ipAddress: actor.ip, ...readAgent(actor.userAgent), log: acceptanceTexts[logType] }
    const id = newId()
    await tx.insert(agreementLogs).values({ id, organizationId, userName, logType, createdAt: tx.at, ...seen })
    record(tx, {
      action: 'agreement.recorded',
      entity: 'organization',
      entityId: organizationId,
      entityName: organizationName,
      organizationId,
      after: { logType, userName },
    })
    return { _id: id, user: userName, logType, createdAt: tx.at.toISOString(), ...seen }
  })
}

/** `hold`: the organization cannot be blocked until the transaction ends. */
async function readSigner(db: Db, memberId: string, hold?: 'hold') {
  const found = db
    .select({ userName: members.userName, organizationName: organizations.name, status: organizations.status })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(eq(members.id, memberId))
  const [signer] = await (hold ? found.for('key share', { of: organizations }) : found)
  if (!signer) throw notFound('member')
  if (signer.status === 'blocked') throw conflict('This organization is blocked and cannot agree to anything')
  return signer
}
