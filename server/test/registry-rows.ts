import type { RegistryRow, RegistrySource } from '@hikmah/contract/irs-registry/endpoints'
import type { RegistryKind } from '@hikmah/contract/irs-registry/words'

/** A mosque as the EO BMF has one, made up. */
export const registryRow = (parts: Partial<RegistryRow> = {}): RegistryRow => ({
  ein: '84-0917362',
  name: 'ISLAMIC CENTRE OF FREMONT INC',
  sortName: '',
  city: 'FREMONT',
  state: 'CA',
  zip: '94536',
  group: '0000',
  subsection: '03',
  affiliation: '3',
  ruling: '199805',
  deductibility: '1',
  foundation: '10',
  status: '01',
  filingRequirement: '06',
  ntee: 'X40',
  ...parts,
})

export const registrySource = (kind: RegistryKind, snapshotOn = '2026-11-09'): RegistrySource => ({
  kind,
  fileNames: [`${kind}.txt`],
  snapshotOn,
  sha256: 'a'.repeat(64),
  rows: 1000,
  importedAt: '2026-11-10T08:00:00.000Z',
})
