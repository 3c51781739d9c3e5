import { irsRegistry } from '@hikmah/contract/irs-registry/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { findEinProblem } from '@hikmah/contract/tax-verification/rules'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken, useQuery } from '@tanstack/react-query'
import { call } from '../../kit/api/api.ts'
import type { Evidence } from './irs-facts.ts'

/** Shown until it is. */
export const LOOKING_UP = 'Looking it up'

const TYPING_MS = 300

export interface LookedUp {
  /** Null where nothing is known. */
  evidence: Evidence | null
  /** It is about the EIN in the field, which differs from the one on record. */
  isTyped: boolean
  isChecking: boolean
  failure: Error | null
}

/** The IRS evidence for the EIN in the field: the stored one for the EIN on record, else looked up at once. */
export function useEvidence(taxStatus: TaxStatus, org: Organization | undefined, ein: string): LookedUp {
  const isTyped = ein !== taxStatus.taxIdEin && findEinProblem(ein) === undefined
  const [typed] = useDebouncedValue(isTyped ? ein : undefined, TYPING_MS)
  const isSettled = typed === (isTyped ? ein : undefined)
  const question = org && typed && isSettled ? registryQuestion(org, typed) : undefined
  const check = useQuery({
    queryKey: [irsRegistry.checkRegistry.path, question],
    queryFn: question ? ({ signal }) => call(irsRegistry.checkRegistry, { body: question }, { signal }) : skipToken,
    retry: false,
  })
  if (!isTyped) return { evidence: taxStatus.verdict, isTyped, isChecking: false, failure: null }
  return {
    evidence: (isSettled && check.data?.data) || null,
    isTyped,
    isChecking: !isSettled || check.isPending,
    failure: isSettled ? check.error : null,
  }
}

function registryQuestion(
  { orgName, orgShortName, orgType, orgAddress: { city, state } }: Organization,
  taxIdEin: string,
) {
  return { taxIdEin, orgName, orgShortName, orgType, city, state }
}
