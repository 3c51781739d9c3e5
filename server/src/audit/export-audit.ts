import type { audit } from '@hikmah/contract/audit'
import type { Parsed } from '@hikmah/contract/endpoint'
import type { House, Reads, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { csvLine } from '../kit/files/download.ts'
import { streamAudit } from './queries.ts'

type Filter = Parsed<typeof audit.exportAudit>['query']

const HEAD = [
  'Number',
  'Time (UTC)',
  'Actor kind',
  'Actor id',
  'Actor',
  'Action',
  'Entity',
  'Entity id',
  'Entity name',
  'Organization id',
  'Changes',
  'IP address',
  'Request id',
]

/** Exports the filtered entries as CSV. The export is recorded before the first line is sent. */
export async function exportAudit({ db, change }: Reads & Writes, actor: StaffActor, filter: Filter) {
  await change(actor, async (tx) =>
    record(tx, { action: 'audit.exported', entity: 'audit', entityId: '', entityName: 'Audit trail', after: filter }),
  )
  return linesOf(db, filter)
}

async function* linesOf(db: House['db'], filter: Filter): AsyncGenerator<string> {
  yield csvLine(HEAD)
  for await (const entry of streamAudit(db, filter)) {
    const { actor, organizationId } = entry
    yield csvLine([
      entry.seq,
      entry.at,
      actor.kind,
      actor.id,
      actor.name,
      entry.action,
      entry.entity,
      entry.entityId,
      entry.entityName,
      organizationId ?? '',
      JSON.stringify(entry.changes),
      entry.ip,
      entry.requestId,
    ])
  }
}
