import { and, desc, eq } from 'drizzle-orm'
import { receiveInquiry } from '../contact-inquiries/receive-inquiry.ts'
import { respondToInquiry } from '../contact-inquiries/respond-to-inquiry.ts'
import { contactInquiries } from '../contact-inquiries/table.ts'
import { receiveDemoRequest } from '../demo-requests/receive-demo-request.ts'
import { respondToDemoRequest } from '../demo-requests/respond-to-demo-request.ts'
import { demoRequests } from '../demo-requests/table.ts'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { advertising, answers, applications, inquiries, notesForColleagues, questions, times } from './conversations.ts'
import { fictionOf } from './fiction.ts'
import { type Act, visitor } from './plan.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const REQUESTS = 34
const INQUIRIES = 44
const MONTHS_DAYS = 150
/** The youngest wait for an answer: hours before the end. */
const WAITING_HOURS = [0.3, 2.2, 5.5, 21, 40]
const UNANSWERED = WAITING_HOURS.length

const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!
/** Closer together towards the end. */
const sentAt = (end: number, n: number, many: number) => {
  const hoursAgo = WAITING_HOURS[many - 1 - n]
  return end - (hoursAgo ?? 44 + ((many - 1 - n) / (many - 1)) ** 1.4 * MONTHS_DAYS * 24) * HOUR
}

/** Thirty-four demo requests and forty-four inquiries with their answers, and one advertisement in each. */
export const planCommunication = (house: House, crew: StaffActor[], end: number): Act[] => [
  ...Array.from({ length: REQUESTS }, (_, n) => demoRequest(house, crew, end, n)).flat(),
  ...Array.from({ length: INQUIRIES }, (_, n) => inquiry(house, crew, end, n)).flat(),
  ...advertisements(house, end),
]

const noteOf = (n: number) => (n % 3 === 0 ? at(notesForColleagues, n) : at(answers, n))

function demoRequest(house: House, crew: StaffActor[], end: number, n: number): Act[] {
  const { name, phone, people } = fictionOf(n + 7)
  const { firstName, lastName, email } = at(people, n)
  const sent = sentAt(end, n, REQUESTS)
  const isProspect = n % 3 === 1
  const receive: Act = {
    at: sent,
    run: () =>
      receiveDemoRequest(house, visitor(n), {
        name: { firstName, lastName },
        email,
        phoneNo: n % 4 ? phone : '',
        organizationName: name,
        applications: [...at(applications, n)],
        stream: n % 5 ? 'DCWEBSITE' : 'DEENFUND',
        schedule: isProspect
          ? { date: '', time: '' }
          : { date: new Date(sent + (4 + (n % 6)) * DAY).toISOString().slice(0, 10), time: at(times, n) },
        queries: questions.slice(0, n % 5).map(([question, choices]) => ({ question, answer: at(choices, n) })),
        website: '',
      }),
  }
  const answer = (when: number, status: 'Scheduled' | 'Done'): Act => ({
    at: when,
    run: async () => {
      const actor = at(crew, n + (status === 'Done' ? 1 : 0))
      await respondToDemoRequest(house, actor, await newest(house, demoRequests, email), {
        status,
        assigneeId: n % 4 === 0 ? null : at(crew, n).id,
        responseTimeline: { note: noteOf(n + (status === 'Done' ? 2 : 0)) },
        mailNote: n % 3 !== 0 && status === 'Scheduled',
        notSpam: false,
      })
    },
  })
  if (n >= REQUESTS - UNANSWERED) return [receive]
  const scheduled = answer(sent + (3 + (n % 20)) * HOUR, 'Scheduled')
  const done = n < REQUESTS - 12 ? [answer(sent + (5 + (n % 6)) * DAY, 'Done')] : []
  return [receive, scheduled, ...done].filter((act) => act.at <= end)
}

function inquiry(house: House, crew: StaffActor[], end: number, n: number): Act[] {
  const { phone, people } = fictionOf(n + 3)
  const { firstName, lastName, email } = at(people, n + 1)
  const [inquiryType, message] = at(inquiries, n)
  const sent = sentAt(end, n, INQUIRIES)
  const receive = (when: number, words: string): Act => ({
    at: when,
    run: () =>
      receiveInquiry(house, visitor(n + 50), {
        name: `${firstName} ${lastName}`,
        email,
        phone: n % 3 ? '' : phone,
        stream: 'DCWEBSITE',
        inquiryType,
        message: words,
        website: '',
      }),
  })
  const answer = (when: number, status: 'In-progress' | 'Closed' | 'Done', k: number): Act => ({
    at: when,
    run: async () => {
      const actor = at(crew, n + k)
      await respondToInquiry(house, actor, await newest(house, contactInquiries, email), {
        status,
        assigneeId: n % 5 === 0 ? null : at(crew, n).id,
        responseTimeline: { note: noteOf(n + k) },
        mailNote: n % 2 === 0 && k === 0 && n % 3 !== 0,
        notSpam: false,
      })
    },
  })
  const again = n % 9 === 4 ? [receive(sent + HOUR, 'I forgot: it is about the centre in the north of the city.')] : []
  if (n >= INQUIRIES - UNANSWERED) return [receive(sent, message), ...again].filter((act) => act.at <= end)
  const settledAs = n % 4 === 3 ? 'Closed' : 'Done'
  const settled = n < INQUIRIES - 14 ? [answer(sent + (2 + (n % 4)) * DAY, settledAs, 1)] : []
  const acts = [receive(sent, message), ...again, answer(sent + (2 + (n % 15)) * HOUR, 'In-progress', 0), ...settled]
  return acts.filter((act) => act.at <= end)
}

async function newest(house: House, table: typeof demoRequests | typeof contactInquiries, email: string) {
  const [row] = await house.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.email, email), eq(table.spam, false)))
    .orderBy(desc(table.createdAt))
    .limit(1)
  return row!.id
}

const advertisements = (house: House, end: number): Act[] => [
  {
    at: end - 2 * DAY,
    run: () =>
      receiveInquiry(house, visitor(120), {
        name: 'Rank First',
        email: 'offers@rank.example',
        phone: '',
        stream: 'DCWEBSITE',
        inquiryType: 'Other',
        message: advertising,
        website: '',
      }),
  },
  {
    at: end - 9 * DAY,
    run: () =>
      receiveDemoRequest(house, visitor(121), {
        name: { firstName: 'Best', lastName: 'Offers' },
        email: 'offers@rank.example',
        phoneNo: '',
        organizationName: 'Best Offers',
        applications: [],
        stream: 'DCWEBSITE',
        schedule: { date: '', time: '' },
        queries: [],
        website: 'https://rank.example',
      }),
  },
]
