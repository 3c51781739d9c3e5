import type { Integration } from '@hikmah/contract/integrations/schemas'
import type { UseFormReturnType } from '@mantine/form'
import type { IntegrationValues, Status } from './integration-values.ts'

export interface StepProps {
  form: UseFormReturnType<IntegrationValues>
  /** Its compatible applications as read. */
  known?: Integration['compatibleWith']
  /** Its status as read; undefined for a new one. */
  status?: Status
}

export const labels = {
  name: 'Name',
  shortDescription: 'Short description',
  image: 'Logo',
  longDescription: 'Long description',
  compatibleWith: 'Compatible with',
  integrationApi: 'Integration API',
  stripeProductId: 'Provider product id',
  features: 'Features',
  pricingType: 'Pricing',
  monthly: 'Monthly billing',
  annually: 'Annual billing',
  status: 'Status',
} satisfies Record<keyof IntegrationValues, string>

export const PRICES_ARE_GUARDED = 'Only owners and admins can set prices and provider ids'
export const AVAILABLE_IS_GUARDED = 'Only owners and admins can set or lift Available'

/** What each status means for organizations. */
export const statusWords: Record<Status, string> = {
  Available: 'Available for organization to add',
  'Coming Soon': 'Shown, but cannot be added yet',
  New: 'Available and marked as new for 2-3 weeks',
  Hidden: 'Hidden from the front end and cannot be added from the console',
}
