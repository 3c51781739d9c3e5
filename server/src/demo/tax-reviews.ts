import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { claimTaxReview } from '../tax-verification/claims.ts'
import { decideTaxReview } from '../tax-verification/decide-tax-review.ts'
import { openTaxReview } from '../tax-verification/decision-times.ts'
import { submitTaxPapers } from '../tax-verification/submit-tax-papers.ts'
import { type Fiction, fictionalOrganization, HOUR, letterPdf, MINUTE } from './fiction.ts'
import { type Act, type DemoOrganization, joining } from './organizations.ts'

/** A line of the list of automatic revocations; days as 15-MAY-2025. */
export interface Revocation {
  ein: string
  name: string
  city: string
  state: string
  zip: string
  revokedOn: string
  postedOn: string
  reinstatedOn?: string
}

/** A review that waits. Without `irs`, the demo registry does not list its EIN. */
export interface ReviewCase {
  name: string
  type: Fiction['type']
  place: [city: string, state: string, zip: string]
  /** Columns of its row in the file that differ from a typical row. */
  irs?: Record<string, string>
  revocation?: Omit<Revocation, 'ein' | 'name' | 'city' | 'state' | 'zip'>
  /** Hands in no document. */
  isBare?: true
  /** Gives its town and no street. */
  hasNoStreet?: true
  /** Does not ask for an exemption. */
  isEinOnly?: true
  /** Was rejected before. */
  isAgain?: true
}

const MASJID = 'Masjid/Islamic Center'
const SCHOOL = 'Madarsa/Islamic Center'
/** The central organization of a group exemption; neither it nor the number exists. */
const PARENT = 'UNITED MASJIDS OF NORTH AMERICA'
const inGroup = (SORT_NAME: string) => ({ NAME: PARENT, SORT_NAME, GROUP: '9913', AFFILIATION: '9' })

/** Twenty cases that a reviewer meets: most are clear, and some are not. */
export const reviewCases: ReviewCase[] = [
  { name: 'Masjid Al-Falah', type: MASJID, place: ['Toledo', 'OH', '43604'], irs: { NAME: 'MASJID AL FALAH' } },
  {
    name: 'Islamic Center of Boise',
    type: MASJID,
    place: ['Boise', 'ID', '83702'],
    irs: { NAME: 'ISLAMIC CTR OF BOISE INC' },
  },
  { name: 'Masjid An-Noor', type: MASJID, place: ['Omaha', 'NE', '68102'], irs: { NAME: 'MASJID AN NUR' } },
  {
    name: 'Darul Quran Academy',
    type: SCHOOL,
    place: ['Albany', 'NY', '12207'],
    irs: { NAME: 'DAR UL QURAN ACADEMY', FOUNDATION: '11', FILING_REQ_CD: '01' },
    isAgain: true,
  },
  {
    name: 'Islamic Society of Spokane',
    type: MASJID,
    place: ['Spokane', 'WA', '99201'],
    irs: { NAME: 'ISLAMIC SOCIETY OF SPOKANE' },
    isEinOnly: true,
  },
  {
    name: 'Masjid Ar-Rahma',
    type: MASJID,
    place: ['Erie', 'PA', '16501'],
    irs: { NAME: 'MASJID AR RAHMAH' },
    hasNoStreet: true,
  },
  { name: 'Masjid Al-Ihsan', type: MASJID, place: ['Reno', 'NV', '89501'], irs: inGroup('MASJID AL IHSAN') },
  {
    name: 'Islamic Center of Peoria',
    type: MASJID,
    place: ['Peoria', 'IL', '61602'],
    irs: inGroup('ISLAMIC CENTER OF PEORIA'),
    isBare: true,
  },
  {
    name: 'Islamic Center of Provo',
    type: MASJID,
    place: ['Provo', 'UT', '84601'],
    irs: { NAME: 'PROVO VALLEY ISLAMIC CENTER' },
  },
  {
    name: 'Masjid As-Sabr',
    type: MASJID,
    place: ['Macon', 'GA', '31201'],
    irs: { NAME: 'MASJID AS SABR', CITY: 'MOBILE', STATE: 'AL', ZIP: '36602-0000' },
  },
  {
    name: 'Muslim Community of Duluth',
    type: MASJID,
    place: ['Duluth', 'MN', '55802'],
    irs: { NAME: 'DULUTH HARBOR FOOD BANK INC', FOUNDATION: '15', FILING_REQ_CD: '01', NTEE_CD: 'K31' },
  },
  { name: 'Masjid At-Tawhid', type: MASJID, place: ['Waco', 'TX', '76701'] },
  { name: 'Islamic Center of Bangor', type: MASJID, place: ['Bangor', 'ME', '04401'], isBare: true },
  { name: 'Crescent Youth Foundation', type: 'Others', place: ['Tempe', 'AZ', '85281'] },
  {
    name: 'Masjid Al-Amanah',
    type: MASJID,
    place: ['Flint', 'MI', '48502'],
    revocation: { revokedOn: '15-MAY-2025', postedOn: '11-AUG-2025' },
  },
  {
    name: 'Hidayah Weekend School',
    type: SCHOOL,
    place: ['Yonkers', 'NY', '10701'],
    revocation: { revokedOn: '15-NOV-2024', postedOn: '10-FEB-2025' },
    isAgain: true,
  },
  {
    name: 'Masjid Al-Hidayah',
    type: MASJID,
    place: ['Salem', 'OR', '97301'],
    irs: { NAME: 'MASJID AL HIDAYAH', FOUNDATION: '15', FILING_REQ_CD: '02' },
    revocation: { revokedOn: '15-MAY-2022', postedOn: '08-AUG-2022', reinstatedOn: '20-JAN-2023' },
  },
  {
    name: 'Islamic Center of Lubbock',
    type: MASJID,
    place: ['Lubbock', 'TX', '79401'],
    irs: { NAME: 'ISLAMIC CENTER OF LUBBOCK', DEDUCTIBILITY: '0' },
  },
  {
    name: 'Zakat Foundation of Laredo',
    type: 'Others',
    place: ['Laredo', 'TX', '78040'],
    irs: { NAME: 'ZAKAT FOUNDATION OF LAREDO', FOUNDATION: '04', FILING_REQ_CD: '00', PF_FILING_REQ_CD: '1' },
  },
  {
    name: 'Muslim Civic League of Trenton',
    type: 'Others',
    place: ['Trenton', 'NJ', '08608'],
    irs: { NAME: 'MUSLIM CIVIC LEAGUE OF TRENTON', SUBSECTION: '04', DEDUCTIBILITY: '2', FOUNDATION: '00' },
  },
]

/** They follow the organizations that only have an invite. */
const FIRST = 76

export function organizationOfCase(k: number): Fiction {
  const { name, type, place, hasNoStreet } = reviewCases[k]!
  const [city, state, postalCode] = place
  const fiction = fictionalOrganization(FIRST + k)
  const unique = `${name.toLowerCase().replace(/[^a-z]+/g, '')}${FIRST + k}`
  const line1 = hasNoStreet ? '' : fiction.address.line1
  return {
    ...fiction,
    name,
    type,
    shortName: name
      .toLowerCase()
      .replace(/[^a-z]+/g, '')
      .slice(0, 15),
    email: `office@${unique}.example`,
    website: `https://${unique}.example`,
    phone: `+1510555${String(176 + k).padStart(4, '0')}`,
    address: { ...fiction.address, line1, line2: '', city, state, postalCode },
    ein: `92-5550${String(101 + k * 7)}`,
  }
}

const CLAIMED = 4

/** Twenty organizations that joined lately and whose papers wait: the oldest for ten days, the youngest for hours. */
export function planReviews(house: House, crew: StaffActor[], end: number): Act[] {
  return reviewCases.flatMap(({ isAgain, isEinOnly, isBare }, k) => {
    const staff = crew[k % crew.length]!
    const fiction = organizationOfCase(k)
    const organization: DemoOrganization = { id: '', person: undefined }
    const submitted = end - (2 + ((k * 7) % reviewCases.length) * 12) * HOUR
    const submit = (at: number, name: string): Act => ({
      at,
      run: () =>
        submitTaxPapers(house, organization.person!, organization.id, {
          taxIdEin: fiction.ein,
          taxExempt: !isEinOnly,
          documents: isBare || isEinOnly ? [] : [{ name, data: letterPdf(fiction) }],
        }),
    })
    const before: Act[] = isAgain
      ? [
          submit(submitted - 60 * HOUR, 'letter-page-1.pdf'),
          { at: submitted - 40 * HOUR - 3 * MINUTE, run: () => openTaxReview(house, staff, organization.id) },
          {
            at: submitted - 40 * HOUR,
            run: () =>
              decideTaxReview(house, staff, organization.id, {
                taxIdEinDetail: { status: 'Rejected' },
                taxExemptDetail: { status: 'Rejected' },
                reason: 'The letter is cut off at the bottom. Send both pages.',
              }),
          },
        ]
      : []
    return [
      ...joining(house, staff, submitted - 90 * HOUR, 76 + k, organization, fiction),
      ...before,
      submit(submitted, 'determination-letter.pdf'),
      ...(k === CLAIMED
        ? [{ at: end - 2 * MINUTE, run: () => claimTaxReview(house, crew.at(-1)!, organization.id, {}) }]
        : []),
    ]
  })
}
