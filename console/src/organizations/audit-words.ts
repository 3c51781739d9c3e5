import type { AuditWords } from '../app/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    organization: 'Organizations',
  },
  actions: {
    'organization.status-changed': 'Status changed',
  },
  fields: {
    orgName: 'Organization Name',
    orgShortName: 'Shortname',
    orgType: 'Org Type',
    orgEmail: 'Org Email',
    orgWebsite: 'Website',
    orgAdmin: 'Admin',
    orgStatus: 'Status',
    'orgAddress.line1': 'Address',
    'orgAddress.line2': 'Suite',
    'orgAddress.city': 'City',
    'orgAddress.state': 'State',
    'orgAddress.country': 'Country',
    'orgAddress.postalCode': 'ZIP code',
    'phoneFax.primaryPhone': 'Primary phone',
    'phoneFax.secondaryPhone': 'Secondary phone',
    'orgIcon.iconName': 'Icon',
    'orgLogo.logoName': 'Logo',
  },
}
