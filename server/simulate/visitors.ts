import { contactInquiries, demoRequests } from '@hikmah/contract/communication/endpoints'
import { HONEYPOT } from '@hikmah/contract/communication/schemas'
import { wantedApplications as applications, inquiries, questions, times } from '../src/demo/communication.ts'
import { fictionalOrganization } from '../src/demo/fiction.ts'
import { about, chance, oneOf, type Stage } from './stage.ts'

const MINUTE_S = 60
const DAY_MS = 86_400_000
/** So that the visitors of one play are not those of another. */
const play = Date.now().toString(36)
let guests = 0

function newGuest() {
  guests += 1
  const { name, phone, people } = fictionalOrganization(Math.floor(Math.random() * 90))
  const { firstName, lastName } = oneOf(people)
  return { firstName, lastName, organization: name, phone, email: `visitor${guests}.${play}@visitor.example` }
}
type Guest = ReturnType<typeof newGuest>

/** Somebody at the forms of the website, again and again; now and then the same person twice, or a machine. */
export async function visit(stage: Stage, n: number) {
  let guest = newGuest()
  for (let first = true; !stage.isOver; first = false) {
    await stage.wait(about(first ? MINUTE_S : 15 * MINUTE_S))
    if (stage.isOver) return
    const isSame = !first && chance(0.3)
    if (!isSame) guest = newGuest()
    const isMachine = !isSame && chance(0.1)
    const wantsDemo = chance(0.5)
    const who = isMachine ? 'a machine' : `${guest.firstName} ${guest.lastName}${isSame ? ' again' : ''}`
    const what = wantsDemo ? `asked for a demo as ${who}` : `sent an inquiry as ${who}`
    const hidden = isMachine ? { [HONEYPOT]: 'https://rank.example' } : {}
    await stage.act(`visitor ${n}`, what, () => (wantsDemo ? askForDemo : sendInquiry)(stage, guest, hidden, n))
  }
}

/** Counts apart from the other visitors where the server trusts this machine as a proxy. */
const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${1 + (n % 250)}` })

const askForDemo = (stage: Stage, guest: Guest, hidden: object, n: number): Promise<unknown> =>
  stage.call(
    demoRequests.createDemoRequest,
    {
      body: {
        name: { firstName: guest.firstName, lastName: guest.lastName },
        email: guest.email,
        phoneNo: chance(0.7) ? guest.phone : '',
        organizationName: guest.organization,
        applications: [...oneOf(applications)],
        schedule: chance(0.6)
          ? { date: new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10), time: oneOf(times) }
          : { date: '', time: '' },
        queries: questions
          .filter(() => chance(0.6))
          .map(([question, answers]) => ({ question, answer: oneOf(answers) })),
        ...hidden,
      },
    },
    from(n),
  )

function sendInquiry(stage: Stage, guest: Guest, hidden: object, n: number): Promise<unknown> {
  const [inquiryType, message] = oneOf(inquiries)
  const body = {
    name: `${guest.firstName} ${guest.lastName}`,
    email: guest.email,
    phone: chance(0.3) ? guest.phone : '',
    inquiryType,
    message,
    ...hidden,
  }
  return stage.call(contactInquiries.createInquiry, { body }, from(n))
}
