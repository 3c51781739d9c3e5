import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { codeIn, type Platform, type SignedIn } from './platform.ts'

/** Six letters that no other test uses, for names and addresses. */
export const unique = () => randomBytes(3).toString('hex')

const PAPER = {
  name: 'letter.pdf',
  data: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n').toString('base64'),
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

interface Invited {
  inviteId: string
  orgName: string
  email: string
  code: string
}

interface NewDevice {
  appStream: 'DEENKIOSK' | 'DEENSCREEN'
  deviceId: string
  macAddress: string
  status: string
  price: number
  details: string
}

interface GivenDevice {
  _id: string
  deviceId: string
  macAddress: string
  deviceKey: string
}

/** A MAC address that no other device has. */
export const freeMac = () =>
  randomBytes(6)
    .toString('hex')
    .toUpperCase()
    .replace(/(..)(?!$)/g, '$1:')

interface Received {
  id: string
  name: string
  email: string
}

/** What a test needs before it begins, made over HTTP as the console and the organizations' own application do. */
export function createGiven(platform: Platform, { token }: SignedIn) {
  const asked = async <T>(method: string, path: string, body?: unknown, by = token): Promise<T> => {
    const { status, data, message } = await platform.api(method, path, body, by)
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${message}`)
    return data as T
  }

  async function invite(orgName = `Masjid ${unique()}`): Promise<Invited> {
    const email = `office@${unique()}.example`
    const { _id, invitationsDetails } = await asked<{
      _id: string
      invitationsDetails: { inviteAccessCode: string }
    }>('POST', '/organizations', {
      orgName,
      orgAdmin: 'Yusuf Rahmani',
      orgEmail: email,
      phoneFax: { primaryPhone: '(510) 555-0142' },
    })
    return { inviteId: _id, orgName, email, code: invitationsDetails.inviteAccessCode }
  }

  /** An organization that has accepted its invite; `own` is its own token. */
  async function organization(orgName?: string) {
    const invited = await invite(orgName)
    const { token: own, orgId } = await asked<{ token: string; orgId: string }>('POST', '/organizations/acceptInvite', {
      code: invited.code,
      email: invited.email,
      password: 'Noor-Masjid-1',
      agreements: ['agreement', 'terms'],
    })
    return { ...invited, orgId, own }
  }

  /** A picture in the media library. */
  async function upload(): Promise<string> {
    const form = new FormData()
    const { name, mimeType, buffer } = await picture('unit.png')
    form.set('kind', 'image')
    form.set('file', new Blob([buffer], { type: mimeType }), name)
    const answer = await fetch(`${platform.url}/api/media`, { method: 'POST', headers: { token }, body: form })
    return ((await answer.json()) as { data: { imageUrl: string } }).data.imageUrl
  }

  /** As asked from another address each time: one alone gets only so many a minute. */
  async function deviceId(prefix: 'DK' | 'DS'): Promise<string> {
    const address = `198.51.100.${randomBytes(1)[0]}`
    const answer = await fetch(`${platform.url}/api/digital-device/getUniqueDeviceId?appStream=${prefix}`, {
      headers: { 'x-forwarded-for': address },
    })
    return ((await answer.json()) as { data: string }).data
  }

  /** A device of the stock. */
  async function device(given: Partial<NewDevice> = {}) {
    const appStream = given.appStream ?? 'DEENKIOSK'
    return asked<GivenDevice>('POST', '/digital-device', {
      appStream,
      deviceId: await deviceId(appStream === 'DEENKIOSK' ? 'DK' : 'DS'),
      macAddress: freeMac(),
      status: 'Available',
      price: 899,
      details: 'In its box',
      imageMetaData: { imageUrl: await upload(), imageName: 'unit.png', imageSize: 0 },
      ...given,
    })
  }

  /** The website posts without a token and learns no id; the console finds it by the sender. */
  async function received(path: string, name: string, body: object): Promise<Received> {
    const email = `${unique()}@visitor.example`
    const sent = await platform.api('POST', path, { name, email, ...body })
    if (sent.status !== 200) throw new Error(`POST ${path} answered ${sent.status}: ${sent.message}`)
    const [row] = await asked<{ _id: string }[]>('GET', `${path}?q=${email}&page=1`)
    return { id: row!._id, name, email }
  }

  return {
    asked,
    invite,
    organization,
    device,
    /** The device in use by an organization. */
    assigned: async (orgId: string, name: string, given: Partial<NewDevice> = {}) => {
      const made = await device(given)
      await asked('PUT', `/digital-device/assignDeviceToOrganization/${made._id}`, {
        deviceId: made.deviceId,
        organizationId: orgId,
        name,
      })
      return made
    },
    /** What a device tells of itself, with its own key. */
    told: async (deviceKey: string, path: 'heartbeat' | 'events', body: unknown) => {
      const answer = await fetch(`${platform.url}/api/digital-device/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', deviceKey },
        body: JSON.stringify(body),
      })
      return answer.status
    },
    /** What a visitor of the website asks for: complete, unless the test leaves something out. */
    demoRequest: (name = `Maryam ${unique()}`, but: object = {}) =>
      received('/dc-website/demoRequest', name, { ...DEMO, ...but }),
    inquiry: (name = `Idris ${unique()}`, but: object = {}) =>
      received('/dc-contact-us', name, { ...QUESTION, ...but }),
    /** An organization whose EIN and exemption wait for a decision. */
    review: async (orgName?: string) => {
      const made = await organization(orgName)
      const papers = { taxIdEin: '84-0917362', taxExempt: true, documents: [PAPER] }
      await asked('POST', `/organizations/taxStatus/${made.orgId}`, papers, made.own)
      return { ...made, submitAgain: () => asked('POST', `/organizations/taxStatus/${made.orgId}`, papers, made.own) }
    },
    /** Somebody who works in the console; the mailed code is entered unless told otherwise. */
    staff: async (roles: 'hikmah_admin' | 'hikmah_manager', { name = `Layla ${unique()}`, isVerified = true } = {}) => {
      const userName = `${unique()}@hikmah.example`
      const password = 'Chosen-For-You-1'
      const [firstName, ...rest] = name.split(' ')
      const { _id } = await asked<{ _id: string }>('POST', '/hikmah/registerFinanceTeamMember', {
        name: { firstName, lastName: rest.join(' ') },
        userName,
        role: [{ application: 'HIKMAH', roles }],
        access: 'active',
        password,
      })
      const code = codeIn(await platform.mail.mailTo(userName, /verification code/))
      if (isVerified) await asked('POST', '/hikmah/auth/verify', { code, userName })
      return { id: _id, name, userName, password, code }
    },
    member: async (orgId: string, name: string, pair: { application: string; roles: string }) => {
      const userName = `${unique()}@team.example`
      const [firstName, ...rest] = name.split(' ')
      const { _id } = await asked<{ _id: string }>('POST', '/hikmah/team-members', {
        firstName,
        lastName: rest.join(' '),
        userName,
        role: [pair],
        orgId,
        consoleAccess: true,
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
