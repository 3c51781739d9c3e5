import { add } from '../events/emit.ts'
import { newId } from '../ids.ts'
import { decimal, flag, integer, object, type Taken, text } from '../params.ts'
import type { Person } from '../records.ts'
import { find, type Route, route, sublist } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

const url = '/v1/accounts/:id/persons'

const RELATIONSHIP = { director: flag, executive: flag, owner: flag, representative: flag }

export const PERSON = {
  address: object({ city: text, country: text, line1: text, line2: text, postal_code: text, state: text }),
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
  sublist(url, { relationship: object(RELATIONSHIP) }, (sandbox, { relationship }, id) =>
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
  route('POST', url, PERSON_OF_COMPANY, (sandbox, params, id = '') =>
    add(sandbox, newPerson(sandbox, find(sandbox, 'account', id).id, params), 'person.created'),
  ),
  route('GET', `${url}/:person`, {}, (sandbox, _, __, person = '') => find(sandbox, 'person', person)),
]

export const newPerson = (sandbox: Sandbox, owner: string, params: PersonParams): Person => ({
  id: newId('person', 16),
  object: 'person',
  account: owner,
  additional_tos_acceptances: { account: { date: null, ip: null, user_agent: null } },
  ...(params.address && { address: { ...NO_ADDRESS, ...params.address } }),
  created: sandbox.clock.now(),
  dob: { day: params.dob?.day ?? null, month: params.dob?.month ?? null, year: params.dob?.year ?? null },
  email: params.email ?? null,
  first_name: params.first_name ?? null,
  future_requirements: NOTHING_DUE,
  id_number_provided: Boolean(params.id_number),
  last_name: params.last_name ?? null,
  metadata: {},
  phone: params.phone ?? null,
  relationship: {
    authorizer: false,
    director: params.relationship?.director ?? false,
    executive: params.relationship?.executive ?? false,
    legal_guardian: false,
    owner: params.relationship?.owner ?? false,
    percent_ownership: params.relationship?.percent_ownership ?? null,
    representative: params.relationship?.representative ?? false,
    title: params.relationship?.title ?? null,
  },
  requirements: NOTHING_DUE,
  ssn_last_4_provided: Boolean(params.ssn_last_4 ?? params.id_number),
  verification: {
    additional_document: NO_DOCUMENT,
    details: null,
    details_code: null,
    document: NO_DOCUMENT,
    status: params.id_number ? 'verified' : 'unverified',
  },
})

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
const NO_DOCUMENT = { back: null, details: null, details_code: null, front: null }
const NOTHING_DUE = {
  alternatives: [],
  currently_due: [],
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
}
