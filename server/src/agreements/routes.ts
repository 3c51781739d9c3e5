import { acceptanceTexts, agreements, agreementTypes } from '@hikmah/contract/agreements'
import type { Parsed } from '@hikmah/contract/endpoint'
import type { AgreementLog } from '@hikmah/contract/organizations/schemas'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { House, Reads, Writes } from '../house.ts'
import { recordOnOrganization } from '../kit/audit/audit.ts'
import type { OrganizationActor } from '../kit/auth/actor.ts'
import { readAgent } from '../kit/auth/agent.ts'
import { limit } from '../kit/auth/throttle.ts'
import type { Db } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { conflict, existing } from '../kit/errors/refusal.ts'
import type { Serve } from '../kit/http/serve.ts'
import { readPage } from '../kit/list/read-page.ts'
import { orderOf, selectPicked } from '../kit/list/rows.ts'
import { DAY_S } from '../kit/process/clock.ts'
import { assertRunsOrganization, assertSameOrganization } from '../organization-team/member-sessions.ts'
import { members } from '../organization-team/table.ts'
import { assertOrganization } from '../organizations/queries.ts'
import { organizations } from '../organizations/table.ts'
import { agreementLogs } from './table.ts'

export function agreementRoutes(serve: Serve, house: House) {
  serve(agreements.listAgreements, ({ params, query }) => listAgreements(house.db, params.id, query))
  serve(agreements.recordAgreement, ({ params, body, actor }) => recordAgreement(house, actor, params.id, body.logType))
}

/** The log is kept for ever, so nobody may fill it. */
const AGREEMENTS_A_DAY = 50

/** Writes down that the organization agreed: who, when, from where and with what, as the server saw it. */
async function recordAgreement(
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
    const organization = { id: organizationId, name: organizationName }
    recordOnOrganization(tx, organization, { action: 'agreement.recorded', after: { logType, userName } })
    return { _id: id, user: userName, logType, createdAt: tx.at.toISOString(), ...seen }
  })
}

/** `hold`: the organization cannot be blocked until the transaction ends. */
async function readSigner(db: Db, memberId: string, hold?: 'hold') {
  const signers = db
    .select({ userName: members.userName, organizationName: organizations.name, status: organizations.status })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(eq(members.id, memberId))
  const signer = existing(await (hold ? signers.for('key share', { of: organizations }) : signers), 'member')
  if (signer.status === 'blocked') throw conflict('This organization is blocked and cannot agree to anything')
  return signer
}

type Query = Parsed<typeof agreements.listAgreements>['query']

const { id, organizationId, userName, logType, createdAt } = agreementLogs
const search = sql`searched(concat_ws(' ', user_name, log_type, ip_address, browser, operating_system, device, log))`
const fields = { createdAt: [createdAt, logType], user: [userName, createdAt] }

const selectRows = (db: Db) => selectPicked(db, agreementLogs, getTableColumns(agreementLogs))

async function listAgreements(db: Db, orgId: string, query: Query) {
  await assertOrganization(db, orgId)
  const { status, sort = 'createdAt' } = query
  return readPage(db, query, {
    rows: {
      from: sql`${agreementLogs}`,
      id,
      where: eq(organizationId, orgId),
      order: orderOf(fields, id, sort),
      select: selectRows(db),
    },
    present,
    tabs: { statuses: agreementTypes, countBy: logType },
    tab: status && eq(logType, status),
    search: [search],
  })
}

const present = ({ id, userName, createdAt, ...seen }: typeof agreementLogs.$inferSelect): AgreementLog => ({
  ...seen,
  _id: id,
  user: userName,
  createdAt: createdAt.toISOString(),
})
