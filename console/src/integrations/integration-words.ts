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
