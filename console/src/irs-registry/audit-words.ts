import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: { 'irs-registry': 'IRS registry' },
  actions: {
    'irs-registry.started': 'IRS import started',
    'irs-registry.imported': 'IRS file imported',
    'irs-registry.cancelled': 'IRS import cancelled',
  },
  fields: {
    requestedBy: 'Started by',
    files: 'Files',
    snapshotOn: 'Published on',
    sha256: 'SHA-256',
    rows: 'Rows',
  },
}
