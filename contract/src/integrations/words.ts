export { integrationStatuses as statusChoices } from '../plans/words.ts'

export const MAX_INTEGRATION_NAME = 50

/** What an integration calls (third seed, section 9), and what it is called on screen. */
export const integrationApis = {
  contact: 'Messages',
  announcements: 'announcements',
  communications: 'communications',
  ramadhan: 'ramadhan',
  reminders: 'reminders',
  'build-project': 'build-project',
  salah: 'salah',
  events: 'events',
  'donation-category': 'donation-category',
  ads: 'ads',
  planSubscription: 'planSubscription',
  orders: 'orders',
  subscriptions: 'subscriptions',
} as const
export type IntegrationApi = keyof typeof integrationApis
export const integrationApiNames = Object.keys(integrationApis) as [IntegrationApi, ...IntegrationApi[]]

export const pricingTypes = ['Free', 'Paid'] as const

/** The four steps of the form (third seed, section 2). */
export const integrationSteps = ['Basic Info', 'Features', 'Pricing', 'Status'] as const

export const INTEGRATION_ADDED = 'Integration Added Successfully!'
export const INTEGRATION_UPDATED = 'Integration Updated Successfully!'
export const INTEGRATION_DELETED = 'Integration Deleted Successfully!'
