import { z } from 'zod'
import { Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { capitalized } from './words.ts'

export const verificationStatuses = {
  verified: { label: 'Verified', tone: 'success' },
  pending: { label: 'Pending', tone: 'warning' },
  unverified: { label: 'Unverified', tone: 'danger' },
} as const
export type VerificationStatus = keyof typeof verificationStatuses

/** What the provider may ask for, by the last parts of its name. */
const wanted: Record<string, string> = {
  external_account: 'A bank account',
  'tos_acceptance.date': 'Agreement to the terms of service',
  'tos_acceptance.ip': 'Agreement to the terms of service',
  'business_profile.url': 'The website',
  'business_profile.mcc': 'The kind of business',
  'business_profile.product_description': 'What is sold or collected for',
  'business_profile.support_phone': 'A support phone number',
  business_type: 'Whether it is a company, a non-profit or a person',
  'settings.payments.statement_descriptor': 'The name on card statements',
  'company.name': 'The legal name',
  'company.phone': 'The phone number',
  'company.tax_id': 'The tax id (EIN)',
  'company.address': 'The address',
  'company.directors_provided': 'All directors',
  'company.executives_provided': 'All executives',
  'company.owners_provided': 'All owners',
  'company.verification.document': 'A document of the company',
  first_name: 'The first name',
  last_name: 'The last name',
  dob: 'The date of birth',
  address: 'The home address',
  email: 'The email address',
  phone: 'The phone number',
  ssn_last_4: 'The last four digits of the social security number',
  id_number: 'The social security or id number',
  'relationship.title': 'The role in the organization',
  'relationship.owner': 'Whether this person is an owner',
  'relationship.executive': 'Whether this person is an executive',
  'relationship.representative': 'A person who represents the organization',
  'verification.document': 'An identity document',
  'verification.additional_document': 'A second identity document, with the address',
}

const people: Record<string, string> = {
  individual: 'of the account holder',
  representative: 'of the representative',
  directors: 'of a director',
  executives: 'of an executive',
  owners: 'of an owner',
}

const spelledOut = (part: string) => part.replaceAll(/[._]/g, ' ')

/** `individual.verification.document` as "An identity document of the account holder". */
export function requirementText(requirement: string): string {
  const [first = '', ...rest] = requirement.split('.')
  const who = people[first] ?? (first.startsWith('person_') ? 'of a person of the organization' : undefined)
  const parts = who === undefined ? [first, ...rest] : rest
  // The parts of an address or a date are asked for together.
  for (let length = parts.length; length > 0; length -= 1) {
    const known = wanted[parts.slice(0, length).join('.')]
    if (known) return who ? `${known} ${who}` : known
  }
  const words = spelledOut(parts.join('.'))
  return `${capitalized(words)}${who ? ` ${who}` : ''}`
}

export const requirementTexts = (requirements: readonly string[]) => [...new Set(requirements.map(requirementText))]

const held: Record<string, string> = {
  'requirements.past_due': 'Held back until the requested information arrives',
  'requirements.pending_verification': 'Held back while the provider verifies what was sent',
  under_review: 'Under review by the provider',
  listed: 'Held back: the account may be on a list of prohibited persons or companies',
  platform_paused: 'Paused by the platform',
}

export function heldBecause(reason: string): string {
  if (reason.startsWith('rejected.')) return `Rejected by the provider (${spelledOut(reason.slice(9))})`
  return held[reason] ?? `Held back by the provider (${spelledOut(reason)})`
}

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
    verification: z.object({ status: z.enum(Object.keys(verificationStatuses) as VerificationStatus[]) }),
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

export const paymentAccount = describeEndpoints('Payment account', {
  readPaymentAccount: {
    call: 'GET /organizations/paymentAccount/:orgId',
    summary: 'Get the payment account of an organization',
    description:
      'As the payment provider has it, at most a minute old; while the provider is away, as it was last read within six hours. `data` is null where the organization has none. What the provider still asks for is in `requirements`.',
    refusals: {
      502: 'UPSTREAM: the payment provider cannot be reached, and the account was not read within six hours',
    },
    allow: 'payment-account.read',
    response: PaymentAccount.nullable(),
  },
})
