import { consolePaths } from '@hikmah/contract/console-paths'
import type { Verdict } from '@hikmah/contract/irs-registry/endpoints'
import { describeVerdict } from '@hikmah/contract/irs-registry/words'
import { nameInText } from '@hikmah/contract/organizations/words'
import { hasApproval } from '@hikmah/contract/tax-verification/rules'
import { sql } from 'drizzle-orm'
import type { House, Notifies, Reads, Writes } from '../house.ts'
import { readEvidences, readNear, readSources, registryVersion } from '../irs-registry/queries.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { job } from '../kit/jobs/jobs.ts'
import type { Tx } from '../kit/write/tx.ts'
import { notifyStaff } from '../notices/notify-staff.ts'
import { organizations } from '../organizations/table.ts'
import {
  changedAt,
  changeText,
  judgeChange,
  keptOf,
  lookUp,
  questionOf,
  readKept,
  recordVerdictChange,
  type VerdictChange,
} from './keep-verdict.ts'
import { taxVerdicts } from './table.ts'

/** Locked together, for as long as it takes to look them up and write what was found. */
const BATCH = 200

const registry = systemActor('IRS registry')

/**
 * Looks up organizations that an import left behind or that were never looked up. Each batch is a transaction, so it
 * may be interrupted anywhere; organizations that a decision has locked are left for the next minute.
 */
export async function recheckOrganizations(house: Reads & Writes & Notifies): Promise<void> {
  const sources = await readSources(house.db)
  // With only the list of revocations there are no verdicts.
  if (!sources.some(({ kind }) => kind !== 'revocations')) return
  while ((await house.change(registry, (tx) => recheckBatch(house, tx))) > 0);
}

export const recheckOrganizationsJob = job({
  name: 'recheck-organizations',
  every: 'minute',
  work: (house: House) => recheckOrganizations(house),
})

const isLeftBehind = (version: number) => sql`${organizations.id} in (
  (select v.organization_id from tax_verdicts v where v.registry_version < ${version}
    order by v.registry_version, v.organization_id limit ${BATCH})
  union all
  (select o.id from organizations o where o.ein <> '' and o.tax_group = 'not-checked'
    and not exists (select from tax_verdicts v where v.organization_id = o.id) order by o.id limit ${BATCH}))`

async function recheckBatch(house: Notifies, tx: Tx): Promise<number> {
  const version = await registryVersion(tx)
  const rows = await tx
    .select(columns)
    .from(organizations)
    .where(isLeftBehind(version))
    .orderBy(organizations.id)
    .for('no key update', { skipLocked: true })
  if (rows.length === 0) return 0
  const [ids, eins] = [rows.map(({ id }) => id), rows.map(({ ein }) => ein)]
  const evidences = await readEvidences(tx, eins)
  const kept = await readKept(tx, ids)
  const checked: Checked[] = []
  for (const row of rows) {
    // The approval took its namesakes into account, and a new one is not a change to its own record.
    const near = row.einStatus === 'Approved' ? [] : await readNear(tx, questionOf(row))
    const verdict = lookUp(row, evidences.get(row.ein)!, near)
    if (verdict) checked.push({ row, verdict, ...judgeChange(row, kept.get(row.id), verdict) })
  }
  await save(tx, version, checked)
  const worse = checked.filter(({ change }) => change === 'worse')
  for (const { row, verdict, change, before } of checked)
    if (change) await recordVerdictChange(tx, row, verdict, { change, before, describe: changeText })
  await notify(
    house,
    tx,
    worse.filter(({ row }) => hasApproval(row)).map(({ row }) => row),
  )
  // Open consoles read again what is on screen; the last of all, as in any other write.
  await tx.execute(sql`select add_to_list_counts('tax-reviews', '{"changes": 1}')`)
  return checked.length
}

const { id, ein, name, shortName, type, city, state } = organizations
const { taxGroup, einStatus, exemptStatus, irsChangedAt, einShared, waitingSince, papersDueAt } = organizations
const compared = { id, ein, name, shortName, type, city, state }
const columns = { ...compared, taxGroup, einStatus, exemptStatus, irsChangedAt, einShared, waitingSince, papersDueAt }
type Row = Pick<typeof organizations.$inferSelect, keyof typeof columns>

type Checked = VerdictChange & { row: Row; verdict: Verdict }

async function save(tx: Tx, registryVersion: number, checked: Checked[]) {
  if (checked.length === 0) return
  await tx
    .insert(taxVerdicts)
    .values(
      checked.map(({ row, verdict, before }) => ({
        organizationId: row.id,
        ...keptOf(verdict),
        outcomeBefore: before,
        registryVersion,
        checkedAt: tx.at,
      })),
    )
    .onConflictDoUpdate({
      target: taxVerdicts.organizationId,
      set: {
        outcome: sql`excluded.outcome`,
        score: sql`excluded.score`,
        evidence: sql`excluded.evidence`,
        outcomeBefore: sql`excluded.outcome_before`,
        registryVersion,
        checkedAt: tx.at,
      },
    })
  const marks = checked.map(({ row, verdict, change, isViewOutdated }) => ({
    id: row.id,
    group: describeVerdict(verdict.outcome).group,
    changed_at: changedAt(row, change, tx.at),
    step: isViewOutdated ? 1 : 0,
  }))
  // All at once: the queue is counted by it, and several counts in one transaction could lock against another's.
  await tx.execute(sql`update organizations o
    set tax_group = m.group, irs_changed_at = m.changed_at, tax_version = o.tax_version + m.step
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as m(id uuid, "group" text, changed_at timestamptz, step integer)
    where o.id = m.id and (o.tax_group <> m.group or m.step > 0)`)
}

/** One notice for a whole batch: a file that lacks a state would otherwise cause a hundred letters. */
async function notify(house: Notifies, tx: Tx, changed: Pick<Row, 'id' | 'name'>[]) {
  const [first] = changed
  if (!first) return
  const more = changed.length - 1
  const [records, who, them] =
    more === 0
      ? ['record', nameInText(first.name), 'it']
      : ['records', `${nameInText(first.name)} and ${more} more`, 'them']
  await notifyStaff(house, tx, 'irs-changes', {
    subject: `IRS ${records} changed: ${who}`,
    line: `The IRS ${records} of ${who} changed after the approval. Review ${them} again.`,
    path: more === 0 ? consolePaths.taxReview(first.id) : consolePaths.changedReviews,
  })
}
