import { add } from '../events/emit.ts'
import {
  address,
  decimal,
  either,
  flag,
  integer,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  orNull,
  range,
  type Taken,
  text,
} from '../params.ts'
import { type Account, type BankAccount, NO_ADDRESS, newId, type Person, unset } from '../records.ts'
import { embed, find, listing, type Route, retrieve, route, sublist } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

const personsUrl = '/v1/accounts/:id/persons'

const RELATIONSHIP = { director: flag, executive: flag, owner: flag, representative: flag }

const PERSON = {
  address,
  dob: object({ day: integer, month: integer, year: integer }),
  email: text,
  first_name: text,
  id_number: text,
  last_name: text,
  phone: text,
  ssn_last_4: text,
}

const PERSON_OF_COMPANY = {
  ...PERSON,
  relationship: object({ ...RELATIONSHIP, percent_ownership: decimal, title: text }),
}
type PersonParams = Taken<typeof PERSON_OF_COMPANY>

export const persons: Route[] = [
  sublist(personsUrl, { relationship: object(RELATIONSHIP) }, (sandbox, { relationship }, id) =>
    sandbox.store
      .all('person')
      .filter((person) => person.account === find(sandbox, 'account', id).id)
      .filter((person) =>
        Object.entries(relationship ?? {}).every(
          ([role, wanted]) => Boolean(person.relationship?.[role as keyof typeof RELATIONSHIP]) === wanted,
        ),
      )
      .reverse(),
  ),
  route('POST', personsUrl, PERSON_OF_COMPANY, (sandbox, params, id = '') =>
    add(sandbox, newPerson(sandbox, find(sandbox, 'account', id).id, params), 'person.created'),
  ),
  route('GET', `${personsUrl}/:person`, {}, (sandbox, _, __, person = '') => find(sandbox, 'person', person)),
]

const newPerson = (sandbox: Sandbox, owner: string, params: PersonParams): Person => ({
  id: newId('person', 16),
  object: 'person',
  account: owner,
  additional_tos_acceptances: { account: { date: null, ip: null, user_agent: null } },
  ...(params.address && { address: { ...NO_ADDRESS, ...params.address } }),
  created: sandbox.clock.now(),
  dob: orNull(params.dob, 'day', 'month', 'year'),
  ...orNull(params, 'email', 'first_name', 'last_name', 'phone'),
  future_requirements: NOTHING_DUE_YET,
  id_number_provided: Boolean(params.id_number),
  metadata: {},
  relationship: {
    authorizer: false,
    director: params.relationship?.director ?? false,
    executive: params.relationship?.executive ?? false,
    legal_guardian: false,
    owner: params.relationship?.owner ?? false,
    representative: params.relationship?.representative ?? false,
    ...orNull(params.relationship, 'percent_ownership', 'title'),
  },
  requirements: NOTHING_DUE_YET,
  ssn_last_4_provided: Boolean(params.ssn_last_4 ?? params.id_number),
  verification: {
    additional_document: NO_DOCUMENT,
    details: null,
    details_code: null,
    document: NO_DOCUMENT,
    status: params.id_number ? 'verified' : 'unverified',
  },
})

const NO_DOCUMENT = unset('back details details_code front')
const NOTHING_DUE_YET = {
  alternatives: [],
  currently_due: [],
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
}

/** The provider's test numbers of identity: what the check of such a number comes to. */
const CHECKED: Record<string, 'verified' | 'pending' | 'unverified'> = {
  '000000000': 'verified',
  '222222222': 'pending',
  '111111111': 'unverified',
}

type Requirements = NonNullable<Account['requirements']>

export const NOTHING_REQUIRED: Requirements = { ...NOTHING_DUE_YET, current_deadline: null, disabled_reason: null }

/** Whether an account may charge and pay out: what it still has to say, and whether what it said was believed. */
function judgeAccount(account: Account, params: AccountParams) {
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
  const capability = isOpen ? 'active' : verification === 'pending' ? 'pending' : 'inactive'
  return {
    verification,
    account: {
      capabilities: { card_payments: capability, transfers: capability },
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

const url = '/v1/accounts'

/** Its metadata tell the platform's own account from those that are connected to it. */
const PLATFORM = 'sandbox_platform'

const BANK = {
  object: oneOf('bank_account'),
  account_holder_name: text,
  account_holder_type: oneOf('individual', 'company'),
  account_number: text,
  country: text,
  currency: text,
  routing_number: text,
}

const CREATE = {
  business_profile: object({ mcc: text, name: text, product_description: text, support_email: text, url: text }),
  business_type: oneOf('individual', 'company', 'non_profit', 'government_entity'),
  capabilities: object({
    card_payments: object({ requested: flag }),
    transfers: object({ requested: flag }),
  }),
  company: object({ name: text, phone: text, tax_id: text }),
  country: text,
  default_currency: text,
  email: text,
  external_account: either(text, object(BANK)),
  individual: object(PERSON),
  metadata,
  tos_acceptance: object({ date: integer, ip: text, user_agent: text }),
  type: oneOf('custom', 'express', 'standard'),
}
type AccountParams = Taken<typeof CREATE>

export const accounts: Route[] = [
  // No id means the platform itself.
  route('GET', '/v1/account', {}, (sandbox) => platform(sandbox)),
  retrieve('account', url),
  listing('account', url, { created: range }, {}, ({ metadata }) => !metadata?.[PLATFORM]),
  route('POST', url, CREATE, create),
  route('DELETE', `${url}/:id`, {}, (sandbox, _, id = '') => {
    sandbox.store.remove(find(sandbox, 'account', id))
    return { id, object: 'account', deleted: true }
  }),
  sublist(`${url}/:id/external_accounts`, { object: oneOf('bank_account', 'card') }, (sandbox, params, id) =>
    params.object === 'card' ? [] : (find(sandbox, 'account', id).external_accounts?.data ?? []),
  ),
]

function create(sandbox: Sandbox, params: AccountParams): Account {
  const id = newId('acct', 16)
  const country = params.country ?? 'US'
  const currency = (params.default_currency ?? 'usd').toLowerCase()
  const individual = params.individual ? newPerson(sandbox, id, params.individual) : undefined
  const bank = params.external_account ? bankAccount(id, params.external_account, country, currency) : undefined
  const type = params.type ?? 'custom'
  const bare: Account = {
    id,
    object: 'account',
    business_profile: { ...NO_PROFILE, ...params.business_profile },
    ...orNull(params, 'business_type', 'email'),
    capabilities: {},
    charges_enabled: false,
    ...(params.company && {
      company: {
        ...orNull(params.company, 'name', 'phone'),
        tax_id_provided: Boolean(params.company.tax_id),
        verification: { document: NO_DOCUMENT },
      },
    }),
    controller: {
      fees: { payer: type === 'standard' ? 'account' : 'application' },
      is_controller: true,
      losses: { payments: type === 'standard' ? 'stripe' : 'application' },
      requirement_collection: type === 'custom' ? 'application' : 'stripe',
      stripe_dashboard: { type: type === 'custom' ? 'none' : type === 'express' ? 'express' : 'full' },
      type: 'application',
    },
    country,
    created: sandbox.clock.now(),
    default_currency: currency,
    details_submitted: false,
    external_accounts: embed(bank ? [bank] : [], `${url}/${id}/external_accounts`),
    metadata: mergeMetadata(null, params.metadata),
    payouts_enabled: false,
    settings: settings(params.business_profile?.name ?? null),
    tos_acceptance: orNull(params.tos_acceptance, 'date', 'ip', 'user_agent'),
    type,
  }
  const standing = judgeAccount(bare, params)
  const person = individual && {
    ...individual,
    verification: { ...individual.verification, status: standing.verification },
  }
  if (person) add(sandbox, person, 'person.created')
  // The provider tells of no new account: whoever makes one has it in hand.
  return sandbox.store.save({ ...bare, ...standing.account, ...(person && { individual: person }) })
}

const NO_PROFILE = {
  ...unset(
    'annual_revenue estimated_worker_count mcc minority_owned_business_designation name product_description',
    'specified_commercial_transactions_act_url support_address support_email support_phone support_url url',
  ),
}

const settings = (name: string | null): Account['settings'] => ({
  branding: unset('icon logo primary_color secondary_color'),
  card_payments: {
    decline_on: { avs_failure: false, cvc_failure: false },
    ...unset('statement_descriptor_prefix statement_descriptor_prefix_kana statement_descriptor_prefix_kanji'),
  },
  dashboard: { display_name: name, timezone: 'America/New_York' },
  payments: unset(
    'statement_descriptor statement_descriptor_kana statement_descriptor_kanji',
    'statement_descriptor_prefix_kana statement_descriptor_prefix_kanji',
  ),
})

function bankAccount(
  owner: string,
  given: string | Taken<typeof BANK>,
  country: string,
  currency: string,
): BankAccount {
  const asked: Taken<typeof BANK> = typeof given === 'string' ? {} : given
  return {
    id: newId('ba'),
    object: 'bank_account',
    account: owner,
    ...orNull(asked, 'account_holder_name', 'account_holder_type'),
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name: 'STRIPE TEST BANK',
    country: asked.country ?? country,
    currency: (asked.currency ?? currency).toLowerCase(),
    default_for_currency: true,
    fingerprint: null,
    future_requirements: NOTHING_DUE,
    last4: (asked.account_number ?? '000123456789').slice(-4),
    metadata: {},
    requirements: NOTHING_DUE,
    routing_number: asked.routing_number ?? '110000000',
    status: 'new',
  }
}

const NOTHING_DUE = { currently_due: [], errors: [], past_due: [], pending_verification: [] }

function platform(sandbox: Sandbox): Account {
  const known = sandbox.store.all('account').find(({ metadata }) => metadata?.[PLATFORM])
  return (
    known ?? create(sandbox, { type: 'standard', email: 'platform@hikmah.example', metadata: { [PLATFORM]: 'yes' } })
  )
}
