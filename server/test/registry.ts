import type { RegistryKind } from '@hikmah/contract/irs-registry/words'
import { sql } from 'drizzle-orm'
import type { House } from '../src/house.ts'
import { registryVersion } from '../src/irs-registry/queries.ts'
import { irsDeductibles, irsImports, irsOrganizations, irsRevocations, irsSources } from '../src/irs-registry/table.ts'
import { systemActor } from '../src/kit/auth/actor.ts'
import { newId } from '../src/kit/db/ids.ts'

type Row = typeof irsOrganizations.$inferInsert
type Listed = Pick<Row, 'ein' | 'name'> & Partial<Row>

export interface Registry {
  listed?: Listed[]
  deductible?: (typeof irsDeductibles.$inferInsert)[]
  revoked?: (typeof irsRevocations.$inferInsert)[]
  snapshotOn?: string
}

const usual = {
  sortName: '',
  city: 'FREMONT',
  state: 'CA',
  zip: '94536',
  group: '0000',
  subsection: '03',
  affiliation: '3',
  ruling: '199801',
  deductibility: '1',
  foundation: '10',
  status: '01',
  filingRequirement: '06',
  ntee: 'X40',
  words: [],
}

/** Puts these rows in the place of the whole registry, as an import of all three files would. EINs without the hyphen. */
export async function putRegistry({ change }: House, { listed = [], deductible = [], revoked = [], ...of }: Registry) {
  await change(systemActor('Test'), async (tx) => {
    const version = await registryVersion(tx)
    await tx.execute(sql`truncate irs_organizations, irs_deductibles, irs_revocations`)
    if (listed.length > 0) await tx.insert(irsOrganizations).values(listed.map((row) => ({ ...usual, ...row })))
    if (deductible.length > 0) await tx.insert(irsDeductibles).values(deductible)
    if (revoked.length > 0) await tx.insert(irsRevocations).values(revoked)
    const [made] = await tx
      .insert(irsImports)
      .values({
        id: newId(),
        origin: 'command',
        status: 'imported',
        files: [],
        requestedBy: 'Test',
        requestedById: '',
        createdAt: tx.at,
        heardAt: tx.at,
      })
      .returning()
    const files: [RegistryKind, number][] = [
      ['eo-bmf', listed.length],
      ['pub78', deductible.length],
      ['revocations', revoked.length],
    ]
    await tx.delete(irsSources)
    await tx.insert(irsSources).values(
      files.map(([kind, rows], place) => ({
        kind,
        version: version + 1 + place,
        files: [{ name: `${kind}.csv`, sha256: `${version}`, rows }],
        snapshotOn: of.snapshotOn ?? tx.at.toISOString().slice(0, 10),
        sha256: `${version}`.padStart(64, '0'),
        rows,
        importId: made!.id,
        importedBy: 'Test',
        importedAt: tx.at,
      })),
    )
  })
}
