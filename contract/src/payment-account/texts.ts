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
  email: 'The e-mail address',
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
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${who ? ` ${who}` : ''}`
}

/** What is still asked for, each thing once. */
export const requirementTexts = (requirements: readonly string[]) => [...new Set(requirements.map(requirementText))]

/** Why charges or payouts are held back, where the provider says so. */
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
