import { IRS_REGISTRY, PUBLISHED_ON } from '@hikmah/contract/irs-registry/words'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: { 'irs-registry': IRS_REGISTRY },
  actions: {
    'irs-registry.started': 'IRS import started',
    'irs-registry.imported': 'IRS file imported',
    'irs-registry.cancelled': 'IRS import canceled',
  },
  fields: {
    requestedBy: 'Started by',
    files: 'Files',
    snapshotOn: PUBLISHED_ON,
    sha256: 'SHA-256',
    rows: 'Rows',
  },
}
