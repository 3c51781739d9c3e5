import type { Account } from '../../records.ts'
import type { AccountParams } from './accounts.ts'

/** The provider's test numbers of identity: what the check of such a number comes to. */
const CHECKED: Record<string, 'verified' | 'pending' | 'unverified'> = {
  '000000000': 'verified',
  '222222222': 'pending',
  '111111111': 'unverified',
}

type Requirements = NonNullable<Account['requirements']>

export const NOTHING_REQUIRED: Requirements = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
}

/** Whether an account may charge and pay out: what it still has to say, and whether what it said was believed. */
export function standingOf(account: Account, params: AccountParams) {
  const isIndividual = account.business_type === 'individual'
  const number = isIndividual ? params.individual?.id_number : params.company?.tax_id
  const needed: Record<string, unknown> = {
    business_type: account.business_type,
    external_account: account.external_accounts?.data.length,
    'tos_acceptance.date': account.tos_acceptance?.date,
    ...(isIndividual
      ? { 'individual.first_name': params.individual?.first_name, 'individual.id_number': number }
      : { 'company.name': params.company?.name, 'company.tax_id': number }),
  }
  const due = Object.keys(needed).filter((name) => !needed[name])
  const verification = due.length > 0 ? 'unverified' : (CHECKED[number ?? ''] ?? 'verified')
  const numberName = isIndividual ? 'individual.id_number' : 'company.tax_id'
  const refused = due.length === 0 && verification === 'unverified'
  const isOpen = verification === 'verified'
  const past = refused ? [numberName] : due
  return {
    verification,
    account: {
      capabilities: {
        card_payments: isOpen ? 'active' : verification === 'pending' ? 'pending' : 'inactive',
        transfers: isOpen ? 'active' : verification === 'pending' ? 'pending' : 'inactive',
      },
      charges_enabled: isOpen,
      details_submitted: due.length === 0,
      future_requirements: NOTHING_REQUIRED,
      payouts_enabled: isOpen,
      requirements: {
        ...NOTHING_REQUIRED,
        currently_due: past,
        disabled_reason:
          past.length > 0 ? 'requirements.past_due' : isOpen ? null : 'requirements.pending_verification',
        errors: refused
          ? [
              {
                code: 'verification_failed_id_number_match',
                reason: 'The number you provided does not match the name on record.',
                requirement: numberName,
              },
            ]
          : [],
        eventually_due: past,
        past_due: past,
        pending_verification: verification === 'pending' ? [numberName] : [],
      },
    } satisfies Partial<Account>,
  }
}
