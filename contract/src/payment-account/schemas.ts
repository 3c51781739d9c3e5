import { z } from 'zod'
import { Timestamp } from '../common.ts'
import { verificationStatuses } from './words.ts'

const EpochSeconds = z.int()

/** The connected account of an organization, in the names of the seeds and read from what the provider says today. */
export const PaymentAccount = z.object({
  /** Who keeps it, as the card is titled. */
  provider: z.string(),
  id: z.string(),
  type: z.string(),
  email: z.string().nullable(),
  legal_entity: z.object({
    /** Of the person, or of who represents the company. */
    personal_email: z.string().nullable(),
    verification: z.object({ status: z.enum(verificationStatuses) }),
  }),
  country: z.string().nullable(),
  created: EpochSeconds.nullable(),
  default_currency: z.string().nullable(),
  /** Null where the provider collects the agreement itself. */
  tos_acceptance: z.object({ date: EpochSeconds.nullable() }),
  external_accounts: z.object({
    data: z.array(
      z.object({
        /** The account that owns it. */
        account: z.string().nullable(),
        bank_name: z.string().nullable(),
        last4: z.string(),
        status: z.string().nullable(),
        currency: z.string().nullable(),
        default_for_currency: z.boolean().nullable(),
      }),
    ),
  }),
  charges_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  details_submitted: z.boolean(),
  requirements: z.object({
    currently_due: z.array(z.string()),
    past_due: z.array(z.string()),
    pending_verification: z.array(z.string()),
    current_deadline: EpochSeconds.nullable(),
    disabled_reason: z.string().nullable(),
  }),
  /** When it was read at the provider: more than a minute ago only while that cannot be reached. */
  asOf: Timestamp,
})
export type PaymentAccount = z.infer<typeof PaymentAccount>
