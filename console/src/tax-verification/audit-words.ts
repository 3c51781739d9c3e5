import { paperSources } from '@hikmah/contract/papers-link'
import { letterLanguageNames, paperNames, TAX_PAPERS_SUBMITTED } from '@hikmah/contract/tax-verification/papers'
import { reasons } from '@hikmah/contract/tax-verification/schemas'
import { decisionFields, IRS_RECORD_CHANGED, messageTitles, TAX_REVIEWS } from '@hikmah/contract/tax-verification/words'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: { 'tax-review': TAX_REVIEWS },
  actions: {
    'tax-papers.submitted': TAX_PAPERS_SUBMITTED,
    'tax-papers.read': 'Tax document read',
    'tax-papers.link-sent': 'Papers link sent',
    'tax-papers.reminded': 'Reminder of papers sent',
    'tax-papers.link-copied': 'Papers link copied',
    'tax-papers.link-revoked': 'Papers link withdrawn',
    'tax-review.eins-read': 'Many EINs read',
    'tax-review.taken-over': 'Tax review taken over',
    'tax-review.papers-requested': 'New tax documents requested',
    'tax-review.letter-language-changed': 'Tax letter language changed',
    'tax-review.decided': 'Tax review changed',
    'tax-review.confirmed': 'Tax review confirmed after the IRS record changed',
    'tax-review.record-changed': IRS_RECORD_CHANGED,
    'tax-review.decision-undone': 'Decision on the tax review undone',
    'tax-review.message-sent': 'Message sent about the tax review',
  },
  fields: {
    ...decisionFields,
    taxExempt: 'Tax exempted',
    outcome: 'IRS verdict',
    document: 'Document',
    source: messageTitles.source,
    claimedBy: 'Reviewer',
    einSharedWith: 'EIN also held by',
  },
  values: {
    reasonCode: Object.fromEntries(Object.entries(reasons).map(([code, { label }]) => [code, label])),
    missing: paperNames,
    source: paperSources,
    letterLanguage: letterLanguageNames,
  },
}
