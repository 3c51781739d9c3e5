import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: { 'irs-registry': 'IRS registry' },
  actions: { 'irs-registry.imported': 'IRS file imported' },
  fields: {
    snapshotOn: 'Published on',
    sha256: 'SHA-256',
    rows: 'Rows',
  },
}
