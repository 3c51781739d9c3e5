import { z } from 'zod'
import { Text } from './common.ts'

/** States, the District and territories with their two letters (third seed, section 3). */
export const usStates: Record<string, string> = {
  Alabama: 'AL',
  Alaska: 'AK',
  'American Samoa': 'AS',
  Arizona: 'AZ',
  Arkansas: 'AR',
  California: 'CA',
  Colorado: 'CO',
  Connecticut: 'CT',
  Delaware: 'DE',
  'District of Columbia': 'DC',
  'Federated States of Micronesia': 'FM',
  Florida: 'FL',
  Georgia: 'GA',
  Guam: 'GU',
  Hawaii: 'HI',
  Idaho: 'ID',
  Illinois: 'IL',
  Indiana: 'IN',
  Iowa: 'IA',
  Kansas: 'KS',
  Kentucky: 'KY',
  Louisiana: 'LA',
  Maine: 'ME',
  'Marshall Islands': 'MH',
  Maryland: 'MD',
  Massachusetts: 'MA',
  Michigan: 'MI',
  Minnesota: 'MN',
  Mississippi: 'MS',
  Missouri: 'MO',
  Montana: 'MT',
  Nebraska: 'NE',
  Nevada: 'NV',
  'New Hampshire': 'NH',
  'New Jersey': 'NJ',
  'New Mexico': 'NM',
  'New York': 'NY',
  'North Carolina': 'NC',
  'North Dakota': 'ND',
  'Northern Mariana Islands': 'MP',
  Ohio: 'OH',
  Oklahoma: 'OK',
  Oregon: 'OR',
  Palau: 'PW',
  Pennsylvania: 'PA',
  'Puerto Rico': 'PR',
  'Rhode Island': 'RI',
  'South Carolina': 'SC',
  'South Dakota': 'SD',
  Tennessee: 'TN',
  Texas: 'TX',
  Utah: 'UT',
  Vermont: 'VT',
  'Virgin Islands': 'VI',
  Virginia: 'VA',
  Washington: 'WA',
  'West Virginia': 'WV',
  Wisconsin: 'WI',
  Wyoming: 'WY',
}

const codes = new Set(Object.values(usStates))
const byLowerName = new Map(Object.entries(usStates).map(([name, code]) => [name.toLowerCase(), code]))

/** `new york` and `ny` become `NY`; other texts stay. */
export function stateCode(text: string): string {
  const upper = text.toUpperCase()
  return codes.has(upper) ? upper : (byLowerName.get(text.toLowerCase()) ?? text)
}

const UNITED_STATES = /^(|us|usa|u\.s\.(a\.)?|united states( of america)?)$/i

/** An address without a country counts as one in the United States. */
export const isStateOf = (country: string, state: string): boolean =>
  state === '' || !UNITED_STATES.test(country.trim()) || codes.has(state)

export const NO_SUCH_STATE = 'This is not a state of the United States. Choose one, or enter another country.'

export const Address = z.object({
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
})
export type Address = z.infer<typeof Address>

export const AddressEdit = z
  .object({
    line1: Text(100),
    line2: Text(50),
    city: Text(50),
    state: Text(50).transform(stateCode),
    postalCode: Text(10),
    country: Text(56),
  })
  .partial()
