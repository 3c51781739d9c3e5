import { randomBytes } from 'node:crypto'
import { acceptInvite } from '@hikmah/contract/accept-invite'
import { contactInquiries, demoRequests } from '@hikmah/contract/communication/endpoints'
import { apiUrl, type CallParts, type Data, type Input } from '@hikmah/contract/endpoint'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { invites } from '@hikmah/contract/invites/endpoints'
import { media } from '@hikmah/contract/media'
import { organizationTeam } from '@hikmah/contract/organization-team'
import { staff } from '@hikmah/contract/staff'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import sharp from 'sharp'
import { pdfOf } from './pdf.ts'
import { codeIn, type Platform, type SignedIn } from './platform.ts'

/** Six letters that no other test uses, for names and addresses. */
export const unique = () => randomBytes(3).toString('hex')

/** One that no other organization of the tests has. */
export const newEin = () => `84-${String(Math.floor(Math.random() * 9_000_000) + 1_000_000)}`

const PAPER = {
  name: 'letter.pdf',
  data: pdfOf(['Employer Identification Number: 84-0917362']),
}

const DEMO = {
  phoneNo: '(510) 555-0142',
  organizationName: 'Masjid Bilal of Lansing',
  applications: ['deenkiosk', 'deenfund', 'prayer times'],
  schedule: { date: '2027-03-02', time: '10:30 AM' },
  queries: [
    { question: 'How many screens do you have?', answer: 'Three' },
    { question: 'Since when?', answer: '' },
  ],
}

const QUESTION = {
  phone: '(510) 555-0177',
  inquiryType: 'Billing',
  message: 'Salam,\nthe kiosk shows a donation twice.',
}

type Body<E> = Input<E> extends { body: infer B } ? B : never
type NewDevice = Body<typeof hardware.createDevice>
type NewDemo = Body<typeof demoRequests.createDemoRequest>
type NewInquiry = Body<typeof contactInquiries.createInquiry>
type Pair = Body<typeof organizationTeam.createMember>['role'][number]

/** A MAC address that no other device has. */
export const freeMac = () =>
  randomBytes(6)
    .toString('hex')
    .toUpperCase()
    .replace(/(..)(?!$)/g, '$1:')

/** What a test needs before it begins, made over HTTP as the console and the organizations' own application do. */
export function createGiven(platform: Platform, { token }: SignedIn) {
  async function asked<E extends CallParts>(endpoint: E, input: Input<E>, by?: string): Promise<Data<E>> {
    const { status, data, message } = await platform.call(endpoint, input, by ?? token)
    if (status !== 200) throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${message}`)
    return data
  }

  async function invite(orgName = `Masjid ${unique()}`) {
    const email = `office@${unique()}.example`
    const phoneFax = { primaryPhone: '(510) 555-0142' }
    const body = { orgName, orgAdmin: 'Yusuf Rahmani', orgEmail: email, phoneFax }
    const { _id, invitationsDetails } = await asked(invites.inviteOrganization, { body })
    return { inviteId: _id, orgName, email, code: invitationsDetails.inviteAccessCode }
  }

  /** An organization that has accepted its invite; `own` is its own token. */
  async function organization(orgName?: string) {
    const invited = await invite(orgName)
    const { code, email } = invited
    const { token: own, orgId } = await asked(acceptInvite.acceptInvite, {
      body: { code, email, password: 'Copper-Kettle-31', agreements: ['agreement', 'terms'] },
    })
    return { ...invited, orgId, own }
  }

  /** A picture in the media library. */
  async function upload(named = 'unit.png'): Promise<string> {
    const form = new FormData()
    const { name, mimeType, buffer } = await picture(named)
    form.set('kind', 'image')
    form.set('file', new Blob([buffer], { type: mimeType }), name)
    const answer = await fetch(platform.url + apiUrl(media.uploadMedia, {}), {
      method: 'POST',
      headers: { token },
      body: form,
    })
    return ((await answer.json()) as { data: Data<typeof media.uploadMedia> }).data.imageUrl
  }

  /** As asked from another address each time: one alone gets only so many a minute. */
  async function deviceId(appStream: 'DK' | 'DS'): Promise<string> {
    const address = `198.51.100.${randomBytes(1)[0]}`
    const answer = await fetch(platform.url + apiUrl(hardware.getUniqueDeviceId, { query: { appStream } }), {
      headers: { 'x-forwarded-for': address },
    })
    return ((await answer.json()) as { data: Data<typeof hardware.getUniqueDeviceId> }).data
  }

  /** A device of the stock. */
  async function device(given: Partial<NewDevice> = {}) {
    return asked(hardware.createDevice, {
      body: {
        appStream: 'DEENKIOSK',
        deviceId: await deviceId(given.appStream === 'DEENSCREEN' ? 'DS' : 'DK'),
        macAddress: freeMac(),
        status: 'Available',
        price: 899,
        details: 'In its box',
        imageMetaData: { imageUrl: await upload(), imageName: 'unit.png', imageSize: 0 },
        ...given,
      },
    })
  }

  const visitor = () => `${unique()}@visitor.example`

  return {
    asked,
    invite,
    organization,
    device,
    image: upload,
    /** The device in use by an organization. */
    assigned: async (orgId: string, name: string, given: Partial<NewDevice> = {}) => {
      const made = await device(given)
      await asked(hardware.assignDevice, {
        params: { id: made._id },
        body: { deviceId: made.deviceId, organizationId: orgId, name },
      })
      return made
    },
    /** What a device tells of itself, with its own key. */
    told: async (
      deviceKey: string,
      endpoint: typeof hardware.heartbeat | typeof hardware.reportDeviceEvents,
      body: object,
    ) => {
      const answer = await fetch(platform.url + apiUrl(endpoint, {}), {
        method: 'POST',
        headers: { 'content-type': 'application/json', deviceKey },
        body: JSON.stringify(body),
      })
      return answer.status
    },
    /**
     * What a visitor of the website asks for: complete, unless the test leaves something out. The website learns no
     * id; the console finds it by the sender.
     */
    demoRequest: async (name = `Maryam ${unique()}`, but: Partial<NewDemo> = {}) => {
      const email = visitor()
      await asked(demoRequests.createDemoRequest, { body: { name, email, ...DEMO, ...but } })
      const [row] = await asked(demoRequests.listDemoRequests, { query: { q: email, page: 1 } })
      return { id: row!._id, name, email }
    },
    inquiry: async (name = `Idris ${unique()}`, but: Partial<NewInquiry> = {}) => {
      const email = visitor()
      await asked(contactInquiries.createInquiry, { body: { name, email, ...QUESTION, ...but } })
      const [row] = await asked(contactInquiries.listInquiries, { query: { q: email, page: 1 } })
      return { id: row!._id, name, email }
    },
    /** An organization whose EIN and exemption wait for a decision. */
    review: async (orgName?: string, documents = [PAPER], taxIdEin = newEin()) => {
      const made = await organization(orgName)
      const params = { orgId: made.orgId }
      const body = { taxIdEin, taxExempt: true, documents }
      const submit = () => asked(taxVerification.submitTaxPapers, { params, body }, made.own)
      await submit()
      return { ...made, taxIdEin, submitAgain: submit }
    },
    /** Somebody who works in the console; the mailed code is entered unless told otherwise. */
    staff: async (roles: 'hikmah_admin' | 'hikmah_manager', { name = `Layla ${unique()}`, isVerified = true } = {}) => {
      const userName = `${unique()}@hikmah.example`
      const password = 'Chosen-For-You-1'
      const [firstName = '', ...rest] = name.split(' ')
      const { _id } = await asked(staff.registerStaff, {
        body: {
          name: { firstName, lastName: rest.join(' ') },
          userName,
          role: [{ application: 'HIKMAH', roles }],
          access: 'active',
          password,
        },
      })
      const code = codeIn(await platform.mail.mailTo(userName, /verification code/))
      if (isVerified) await asked(staff.verifyStaff, { body: { code, userName } })
      return { id: _id, name, userName, password, code }
    },
    member: async (orgId: string, name: string, pair: Pair) => {
      const userName = `${unique()}@team.example`
      const [firstName = '', ...rest] = name.split(' ')
      const { _id } = await asked(organizationTeam.createMember, {
        body: { firstName, lastName: rest.join(' '), userName, role: [pair], orgId, consoleAccess: true },
      })
      return { memberId: _id, userName, code: codeIn(await platform.mail.mailTo(userName, /./)) }
    },
  }
}

/** A picture of one colour, as a browser would choose it from the disk. */
export async function picture(name: string, side = 64) {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  const buffer = await sharp({ create: { width: side, height: side, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}
