import { acceptanceTexts } from '@hikmah/contract/agreements/words'
import type { AgreementLog } from '@hikmah/contract/organizations/schemas'
import { eq } from 'drizzle-orm'
import type { Reads, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { OrganizationActor } from '../kit/auth/actor.ts'
import { readAgent } from '../kit/auth/agent.ts'
import { limit } from '../kit/auth/throttle.ts'
import type { Tx } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { notFound } from '../kit/http/refusal.ts'
import { assertOwn } from '../organization-team/member-sessions.ts'
import { members } from '../organization-team/table.ts'
import { organizations } from '../organizations/table.ts'
import { agreementLogs } from './table.ts'

/** The log is kept for ever, so nobody may fill it. */
const AGREEMENTS_A_DAY = 50
const DAY_S = 86_400

/** Writes down that the organization agreed: who, when, from where and with what, as the server saw it. */
export async function recordAgreement(
  house: Reads & Writes,
  actor: OrganizationActor,
  organizationId: string,
  logType: AgreementLog['logType'],
): Promise<AgreementLog> {
  assertOwn(actor, organizationId)
  await limit(house, {
    key: `agreements:${organizationId}`,
    max: AGREEMENTS_A_DAY,
    windowS: DAY_S,
    message: 'Too many agreements today. Try again tomorrow.',
  })
  return house.change(actor, async (tx) => {
    const { userName, organizationName } = await readSigner(tx, actor.id)
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

async function readSigner(tx: Tx, memberId: string) {
  const [signer] = await tx
    .select({ userName: members.userName, organizationName: organizations.name })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(eq(members.id, memberId))
  if (!signer) throw notFound('member')
  return signer
}
