import {
  demoRequests as demoContract,
  contactInquiries as inquiryContract,
} from '@hikmah/contract/communication/endpoints'
import { expect } from 'vitest'
import { startServer } from './start.ts'

/** The two forms side by side: what is said here holds for both. */
export const kinds = [
  {
    name: 'a demo request',
    entity: 'demo-request',
    topic: 'demo-requests',
    create: demoContract.createDemoRequest,
    list: demoContract.listDemoRequests,
    read: demoContract.readDemoRequest,
    put: demoContract.respondToDemoRequest,
    remove: demoContract.deleteDemoRequest,
    settled: ['Done'],
    open: 'Scheduled',
    form: (words: string) => ({
      name: 'Khadija Diallo',
      queries: [{ question: 'What do you need?', answer: words }],
    }),
  },
  {
    name: 'an inquiry',
    entity: 'contact-inquiry',
    topic: 'contact-inquiries',
    create: inquiryContract.createInquiry,
    list: inquiryContract.listInquiries,
    read: inquiryContract.readInquiry,
    put: inquiryContract.respondToInquiry,
    remove: inquiryContract.deleteInquiry,
    settled: ['Closed', 'Done'],
    open: 'In-progress',
    form: (words: string) => ({ name: 'Khadija Diallo', message: words }),
  },
] as const
export type Kind = (typeof kinds)[number]

let counter = 0
export const newEmail = () => {
  counter += 1
  return `visitor${counter}@masjid.example`
}

/** A server as the customer's websites see it, with what the console shows of what they sent. */
export async function startIntake() {
  const server = await startServer({ INTAKE_PER_10_MIN: '100000' })
  const { as, call, callWith } = server
  /** Sessions of their own each time: some of these tests let days go by. */
  const manager: ReturnType<typeof callWith> = async (...asked) => (await as('manager'))(...asked)
  const admin: ReturnType<typeof callWith> = async (...asked) => (await as('admin'))(...asked)

  const send = (kind: Kind, email: string, words: string, more: object = {}) =>
    call(kind.create, { body: { ...kind.form(words), email, ...more } })
  const found = async (kind: Kind, email: string) =>
    (await manager(kind.list, { query: { q: email, limit: 100 } })).data.filter((row) => row.email === email)
  const readOnly = async (kind: Kind, email: string) => {
    const [row, ...others] = await found(kind, email)
    expect(others).toEqual([])
    return (await manager(kind.read, { params: { id: row!._id } })).data
  }
  return { ...server, manager, admin, send, found, readOnly }
}
