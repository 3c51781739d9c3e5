import { and, desc, eq } from 'drizzle-orm'
import { addCannedReply } from '../communication/canned-replies.ts'
import { receiveDemoRequest, receiveInquiry } from '../communication/receive.ts'
import { respondToDemoRequest, respondToInquiry } from '../communication/respond.ts'
import { contactInquiries, demoRequests } from '../communication/table.ts'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { DAY, fictionalOrganization, HOUR, pick } from './fiction.ts'
import { type Act, visitor } from './organizations.ts'

export const questions = [
  ['How many screens do you need?', ['Two, in the prayer hall and the lobby', 'One large one', 'Four', 'Not sure yet']],
  ['Do you take donations online today?', ['No', 'Through a bank transfer only', 'Yes, with another service']],
  ['When would you like to start?', ['Before Ramadan', 'Next month', 'As soon as we can']],
  ['How did you hear about us?', ['From a mosque nearby', 'At a conference', 'Friday talk']],
] as const

export const wantedApplications = [
  ['deenscreen'],
  ['deenkiosk', 'deenfund'],
  ['deenfund'],
  ['deenweb'],
  ['deenkiosk', 'deenscreen'],
  [],
] as const

export const times = ['10:00 AM', '1:30 PM', 'after Dhuhr', '6:00 PM', '11:15 AM'] as const

export const inquiries = [
  ['Support', 'The prayer times on our screen are an hour off since the clocks changed. What do we have to set?'],
  ['Sales', 'We run three centers and would like one contract for all of them. Is there a price for that?'],
  ['Partnership', 'We equip schools and would be glad to offer your kiosks too. Whom can we talk to?'],
  ['Billing', 'Our treasurer needs the receipts of the last year for the audit. Can you send them together?'],
  ['Support', 'The kiosk asks for a network after every power cut. Is there a way to keep it connected?'],
  ['Other', 'Do you have a leaflet in Arabic and Urdu that we could hand out after the Friday prayer?'],
  ['Sales', 'Can the screen show the prayer times in the ladies’ hall and announcements in the lobby at once?'],
  ['Support', 'A donor paid twice by mistake. How do we give one of the payments back?'],
  ['Other', 'Is it possible to visit a mosque near Chicago that uses your screens already?'],
] as const

const answers = [
  'Thank you for writing. We will call you tomorrow morning.',
  'Yes, that is possible. Shall we speak on Thursday?',
  'I have sent you the details in a separate email.',
  'Our colleague takes care of this today.',
] as const

const notesForColleagues = ['Called, no answer. Try again on Monday.', 'Waits for their board.', ''] as const

const advertising =
  'Rank first now! https://rank.example https://rank.example/buy https://rank.example/now https://rank.example/more'

const REQUESTS = 34
const INQUIRIES = 44
const MONTHS_DAYS = 150
/** The youngest wait for an answer: hours before the end. */
const WAITING_HOURS = [0.3, 2.2, 5.5, 21, 40]
const UNANSWERED = WAITING_HOURS.length

const sentAt = (end: number, n: number, many: number) => {
  const hoursAgo = WAITING_HOURS[many - 1 - n]
  return end - (hoursAgo ?? 44 + ((many - 1 - n) / (many - 1)) ** 1.4 * MONTHS_DAYS * 24) * HOUR
}

const replies = [
  {
    title: 'Refund a double payment',
    text: 'Both payments of {date} reached us. The second is refunded to the same card; the bank shows it in 5 to 10 days. The receipt for the first stays valid.',
  },
  {
    title: 'Where is my receipt',
    text: 'Your receipts are under Orders in your account. The newest is attached to the email of the payment.',
  },
  {
    title: 'Kiosk network',
    text: 'Please open Settings, then Network, and choose “Join again after a power cut”. The kiosk then comes back by itself.',
  },
  {
    title: 'Thank you for your interest',
    text: 'Thank you for your interest, {name}. A colleague calls you within two working days.',
  },
  {
    title: 'Demo confirmed',
    text: 'We look forward to showing {organization} our applications. The call takes about 30 minutes.',
  },
]

export const planCommunication = (house: House, crew: StaffActor[], end: number): Act[] => [
  ...replies.map((reply, n) => ({
    at: end - MONTHS_DAYS * DAY,
    run: () => addCannedReply(house, pick(crew, n), reply),
  })),
  ...Array.from({ length: REQUESTS }, (_, n) => demoRequest(house, crew, end, n)).flat(),
  ...Array.from({ length: INQUIRIES }, (_, n) => inquiry(house, crew, end, n)).flat(),
  ...advertisements(house, end),
]

function demoRequest(house: House, crew: StaffActor[], end: number, n: number): Act[] {
  const { name, phone, people } = fictionalOrganization(n + 7)
  const { firstName, lastName, email } = pick(people, n)
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
        applications: [...pick(wantedApplications, n)],
        stream: n % 5 ? 'DCWEBSITE' : 'DEENFUND',
        schedule: isProspect
          ? { date: '', time: '', zone: '' }
          : { date: new Date(sent + (4 + (n % 6)) * DAY).toISOString().slice(0, 10), time: pick(times, n), zone: '' },
        queries: questions.slice(0, n % 5).map(([question, choices]) => ({ question, answer: pick(choices, n) })),
        website: '',
      }),
  }
  const answer = (when: number, status: 'Scheduled' | 'Done'): Act => ({
    at: when,
    run: async () => {
      const actor = pick(crew, n + (status === 'Done' ? 1 : 0))
      await respondToDemoRequest(house, actor, await newest(house, demoRequests, email), {
        status,
        assigneeId: n % 4 === 0 ? null : pick(crew, n).id,
        responseTimeline: { note: pick(notesForColleagues, n) },
        mailNote: false,
        answer: n % 3 !== 0 && status === 'Scheduled' ? pick(answers, n) : '',
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
  const { phone, people } = fictionalOrganization(n + 3)
  const { firstName, lastName, email } = pick(people, n + 1)
  const [inquiryType, message] = pick(inquiries, n)
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
      const actor = pick(crew, n + k)
      await respondToInquiry(house, actor, await newest(house, contactInquiries, email), {
        status,
        assigneeId: n % 5 === 0 ? null : pick(crew, n).id,
        responseTimeline: { note: k === 0 ? '' : pick(notesForColleagues, n) },
        mailNote: false,
        answer: k === 1 || n % 3 !== 0 ? pick(answers, n + k) : '',
        notSpam: false,
      })
    },
  })
  const again = n % 9 === 4 ? [receive(sent + HOUR, 'I forgot: it is about the center in the north of the city.')] : []
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
        schedule: { date: '', time: '', zone: '' },
        queries: [],
        website: 'https://rank.example',
      }),
  },
]
