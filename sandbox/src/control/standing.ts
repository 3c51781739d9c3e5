import { change } from '../events/emit.ts'
import { flag, integer, list, object, oneOf, type Taken, text } from '../params.ts'
import type { Account } from '../records.ts'
import { NOTHING_REQUIRED } from '../resources/accounts/requirements.ts'
import { find } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

const REASONS = [
  'requirements.past_due',
  'requirements.pending_verification',
  'listed',
  'under_review',
  'other',
  'rejected.fraud',
  'rejected.other',
  'platform_paused',
] as const

export const STANDING = {
  charges_enabled: flag,
  details_submitted: flag,
  payouts_enabled: flag,
  requirements: object({
    current_deadline: integer,
    currently_due: list(text),
    disabled_reason: oneOf(...REASONS),
    eventually_due: list(text),
    past_due: list(text),
    pending_verification: list(text),
  }),
  verification: oneOf('unverified', 'pending', 'verified'),
}

/** Puts a connected account where the provider's own review would. */
export function setStanding(sandbox: Sandbox, id: string, params: Taken<typeof STANDING>): Account {
  const account = find(sandbox, 'account', id)
  const { requirements: asked, verification, ...flags } = params
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value != null))
  const person = verification ? account.individual : undefined
  const individual = person && { ...person, verification: { ...person.verification, status: verification ?? '' } }
  if (individual) change(sandbox, find(sandbox, 'person', individual.id), individual, 'person.updated')
  return change(
    sandbox,
    account,
    {
      ...given,
      ...(asked !== undefined && { requirements: { ...NOTHING_REQUIRED, ...withLists(asked ?? {}) } }),
      ...(individual && { individual }),
    },
    'account.updated',
  )
}

/** A list that was sent empty is a list of nothing. */
const withLists = (asked: NonNullable<Taken<typeof STANDING>['requirements']>) =>
  Object.fromEntries(
    Object.entries(asked).map(([key, value]) => [
      key,
      value ?? (key === 'disabled_reason' || key === 'current_deadline' ? null : []),
    ]),
  )
