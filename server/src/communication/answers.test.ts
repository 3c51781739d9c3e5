import { cannedReplies } from '@hikmah/contract/canned-replies'
import { proposeStatus } from '@hikmah/contract/communication/answers'
import {
  demoRequests as demoContract,
  contactInquiries as inquiryContract,
} from '@hikmah/contract/communication/endpoints'
import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startResponses } from '../../test/responses.ts'
import { mailTable } from '../kit/mail/post.ts'

const { given, as, call, db, audited, clock, mailsTo, postman, manager, kinds } = await startResponses()
const inquire = (message: string) => given.inquiry({ message })

test.each(kinds)('the answer to $name is mailed apart from the note, and both stand in the timeline', async (kind) => {
  const row = await kind.make()
  const { status, data } = await manager(kind.put, {
    params: { id: row.id },
    body: {
      status: kind.status,
      answer: 'Yes,\nthat is <b>possible</b>.',
      responseTimeline: { note: 'Omar knows more' },
    },
  })
  expect(status).toBe(200)
  expect(data.responseTimeline).toMatchObject([
    { note: 'Omar knows more', answer: 'Yes,\nthat is <b>possible</b>.', mailStatus: 'queued', takenBack: false },
  ])
  const [mail] = await mailsTo(row.email, 'reply')
  expect(mail!.text).toContain('Yes,\nthat is <b>possible</b>.\n\nFatima Noor')
  expect(mail!.html).toContain('Yes,<br>that is &#60;b&#62;possible')
  expect(mail!.text).not.toContain('Omar knows more')
  const page = await manager(kind.timeline, { params: { id: row.id } })
  expect(page.data).toMatchObject([{ answer: 'Yes,\nthat is <b>possible</b>.', takenBack: false }])
  clock.advance(UNDO_S + 1)
  await postman.deliverDue()
  expect((await manager(kind.read, { params: { id: row.id } })).data.responseTimeline[0]?.mailStatus).toBe('sent')
})

test('the question is quoted, its first words are the subject, and the next answer quotes all that was written', async () => {
  const long = 'A donor paid twice by mistake on Friday evening, how do we give one of the payments back?\nThank you'
  const row = await inquire(long)
  const answer = () =>
    manager(inquiryContract.respondToInquiry, {
      params: { id: row.id },
      body: { status: 'Done', answer: 'Like this.' },
    })
  await answer()
  const [first] = await mailsTo(row.email, 'reply')
  expect(first!.subject).toBe('Re: A donor paid twice by mistake on Friday evening, how do we…')
  expect(first!.text).toContain(`Hamza Osman wrote:\n> ${long.replace('\n', '\n> ')}`)
  await call(inquiryContract.createInquiry, {
    body: { name: 'Safiya', email: row.email, message: 'And how long does it take?' },
  })
  clock.advance(UNDO_S + 1)
  await answer()
  const mails = await mailsTo(row.email, 'reply')
  expect(mails.map(({ subject }) => subject)).toEqual([first!.subject, first!.subject])
  const [second] = mails.filter(({ text }) => text.includes('Safiya wrote:\n> And how long does it take?'))
  expect(second!.text).toContain('Fatima Noor wrote:\n> Like this.')
})

test.each(kinds)('an answer to $name with a field that nobody filled in is refused by name', async (kind) => {
  const { id } = await kind.make()
  const put = (body: object) => manager(kind.put, { params: { id }, body: { status: kind.status, ...body } })
  const { status, error } = await put({ answer: 'Salam {name}, {unknown}' })
  expect([status, error.fields]).toEqual([400, { answer: 'Write something in place of {name}' }])
  const long = await put({ answer: 'x'.repeat(2001) })
  expect([long.status, long.error.fields]).toEqual([400, { answer: 'At most 2000 characters' }])
  const both = await put({ answer: 'Yes', mailNote: true, responseTimeline: { note: 'No' } })
  expect([both.status, Object.keys(both.error.fields ?? {})]).toEqual([400, ['mailNote']])
  expect((await put({ answer: 'Braces {stay} as they are' })).status).toBe(200)
})

test.each(kinds)('an answer to $name is taken back while its mail waits, with all that it changed', async (kind) => {
  const row = await kind.make()
  const params = { id: row.id }
  const before = (await manager(kind.read, { params })).data
  const saved = await manager(kind.put, { params, body: { status: 'Done', answer: 'Wrong person' } })
  const undone = await manager(kind.undo, { params, body: { version: saved.data.version } })
  expect([undone.status, undone.message]).toEqual([200, 'The answer was taken back. No email was sent.'])
  expect(undone.data).toMatchObject({ status: before.status, assignee: before.assignee, spam: before.spam })
  expect(undone.data.responseTimeline).toMatchObject([
    { answer: 'Wrong person', takenBack: true, takesBack: false, mailStatus: null },
    { answer: '', takenBack: false, takesBack: true, reviewedBy: 'Fatima Noor', status: before.status },
  ])
  expect(await mailsTo(row.email)).toEqual([])
  expect(await audited(row.id)).toEqual([`${kind.entity}.responded`, `${kind.entity}.response-undone`])
  const again = await manager(kind.undo, { params, body: { version: undone.data.version } })
  expect(again.status).toBe(409)
})

test('it cannot be taken back by another, after a newer save, after a minute or once its letter is leaving', async () => {
  const refused = async (prepare: (id: string, email: string) => Promise<unknown>, by = manager) => {
    const row = await inquire('Salam')
    const params = { id: row.id }
    const { data } = await manager(inquiryContract.respondToInquiry, {
      params,
      body: { status: 'Done', answer: 'Yes' },
    })
    await prepare(row.id, row.email)
    const reply = await by(inquiryContract.undoInquiryResponse, { params, body: { version: data.version } })
    expect(reply.status).toBe(409)
    expect((await manager(inquiryContract.readInquiry, { params })).data.status).toBe('Done')
  }
  await refused(async () => undefined, await as('owner'))
  await refused((id) => manager(inquiryContract.respondToInquiry, { params: { id }, body: { status: 'Done' } }))
  await refused(async () => clock.advance(UNDO_S + 1))
  await refused((_, email) => db.update(mailTable).set({ attempts: 1 }).where(eq(mailTable.recipient, email)))
})

test('the next answer sends the one before it at once', async () => {
  const [first, second] = [await inquire('One'), await inquire('Two')]
  for (const { id } of [first, second]) {
    await manager(inquiryContract.respondToInquiry, { params: { id }, body: { status: 'Done', answer: 'Yes' } })
  }
  await postman.deliverDue()
  expect((await mailsTo(first.email))[0]?.status).toBe('sent')
  expect((await mailsTo(second.email))[0]?.status).toBe('queued')
})

test('date, time and zone of a demo are one fact in the mail that schedules it, and are undone with it', async () => {
  const row = await given.demoRequest()
  const params = { id: row.id }
  const before = (await manager(demoContract.readDemoRequest, { params })).data.schedule
  const schedule = { date: '2026-12-01', time: '3:45 PM', zone: 'America/New_York' }
  const body = { status: 'Scheduled', answer: 'We look forward to it.', schedule } as const
  const { data } = await manager(demoContract.respondToDemoRequest, { params, body })
  expect(data.schedule).toEqual(schedule)
  expect((await mailsTo(row.email))[0]?.text).toContain('Your demo takes place: Tue, Dec 1, 2026, 3:45 PM EST.')
  const undone = await manager(demoContract.undoDemoResponse, { params, body: { version: data.version } })
  expect(undone.data.schedule).toEqual(before)
  const wrong = await manager(demoContract.respondToDemoRequest, {
    params,
    body: { ...body, schedule: { ...schedule, zone: 'Mars/Crater' } },
  })
  expect(wrong.error.fields).toEqual({ 'schedule.zone': 'Not a time zone' })
})

test('canned replies are shared: added, changed and deleted by staff, listed by title', async () => {
  const title = 'Where is my receipt'
  const add = (body: { title: string; text: string }) => manager(cannedReplies.addCannedReply, { body })
  const { data } = await add({ title, text: 'Salam {name}, it is under Orders.' })
  expect(data).toMatchObject({ title, version: 1 })
  await add({ title: 'a refund', text: 'Both payments reached us.' })
  const twice = await add({ title: title.toUpperCase(), text: 'x' })
  expect([twice.status, twice.error.fields]).toEqual([409, { title: 'Another reply has this title' }])
  for (const [body, field] of [
    [{ title: '', text: 'x' }, 'title'],
    [{ title: 'x', text: ' ' }, 'text'],
    [{ title: 'x', text: 'x'.repeat(2001) }, 'text'],
    [{ title: 'x'.repeat(61), text: 'x' }, 'title'],
  ] as const) {
    const refused = await add(body)
    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, [field]])
  }
  const admin = await as('admin')
  const list = async () => (await admin(cannedReplies.listCannedReplies, {})).data.map((reply) => reply.title)
  expect(await list()).toEqual(['a refund', title])
  const params = { id: data._id }
  const edit = { title, text: 'Look under Orders.', version: 1 }
  expect((await admin(cannedReplies.editCannedReply, { params, body: edit })).data.version).toBe(2)
  const late = await manager(cannedReplies.editCannedReply, { params, body: edit })
  expect(late).toMatchObject({ status: 409, error: { code: 'CONFLICT', current: { text: 'Look under Orders.' } } })
  expect((await manager(cannedReplies.deleteCannedReply, { params })).status).toBe(200)
  expect((await manager(cannedReplies.deleteCannedReply, { params })).status).toBe(404)
  expect(await list()).toEqual(['a refund'])
  expect(await audited(data._id)).toEqual(['created', 'updated', 'deleted'].map((verb) => `canned-reply.${verb}`))
})

test.each([
  ['New', false, { answer: 'Yes.' }, 'Done'],
  ['New', false, { note: 'Asked Omar' }, 'In-progress'],
  ['New', true, { answer: 'Which day suits you?' }, 'New'],
  ['New', true, { note: 'Called them' }, 'New'],
  ['New', true, { answer: 'See you then.', isRescheduled: true }, 'Scheduled'],
  ['Scheduled', true, { answer: 'See you then.' }, 'Scheduled'],
  ['Done', true, { answer: 'Thank you.' }, 'Done'],
] as const)('%s, a demo: %s, with %o written is proposed as %s', (saved, isDemo, written, proposed) => {
  expect(proposeStatus(saved, isDemo, { answer: '', note: '', isRescheduled: false, ...written })).toBe(proposed)
})
