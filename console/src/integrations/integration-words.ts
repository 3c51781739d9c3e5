import type { Integration } from '@hikmah/contract/integrations'
import type { UseFormReturnType } from '@mantine/form'
import type { IntegrationValues, Status } from './integration-values.ts'

export interface StepProps {
  form: UseFormReturnType<IntegrationValues>
  /** Its compatible applications as read. */
  known?: Integration['compatibleWith']
  /** Its status as read; undefined for a new one. */
  status?: Status
}

/** What each status means for organizations. */
export const statusWords: Record<Status, string> = {
  Available: 'Available for organization to add',
  'Coming Soon': 'Shown, but cannot be added yet',
  New: 'Available and marked as new for 2-3 weeks',
  Hidden: 'Hidden from the front end and cannot be added from the console',
}
