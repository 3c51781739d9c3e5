import { isDeepStrictEqual } from 'node:util'
import type { Integration, IntegrationDraft } from '@hikmah/contract/integrations'
import { changesAvailability } from '@hikmah/contract/plans'

type Shown = Pick<Integration, 'stripeProductId' | 'pricing' | 'status'>

/**
 * The first changed field that takes more than the right to edit the texts: provider id, pricing, and the status to or
 * from Available. Undefined if there is none. What is not there yet is Free.
 */
export function pricedChange(
  before: Shown | undefined,
  after: IntegrationDraft,
): { field: string; what: string } | undefined {
  const was = before ?? { stripeProductId: '', pricing: { pricingType: 'Free' as const }, status: undefined }
  if (was.stripeProductId !== after.stripeProductId) return { field: 'stripeProductId', what: 'a provider id' }
  if (!isDeepStrictEqual(was.pricing, after.pricing)) return { field: 'pricing', what: 'a price' }
  if (changesAvailability(was.status, after.status)) return { field: 'status', what: 'the status to or from Available' }
  return undefined
}
