import { contactInquiries as contract } from '@hikmah/contract/communication/endpoints'
import { retained, retention } from '@hikmah/contract/retention'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findAnywhere } from '../../test/find-anywhere.ts'
import { kinds, newEmail, startIntake } from '../../test/intake.ts'
import { sweep } from '../jobs.ts'
import { sendDigests } from '../notices/routes.ts'
import { staffPreferences } from '../notices/table.ts'
import { purgeConversations } from './remove-conversations.ts'
import { contactInquiries, responseEntries } from './table.ts'

const { house, db, given, callWith, clock, audited, send, readOnly, admin, postman } = await startIntake()
const DAY_S = 86_400

const hourly = async () => {
  await sweep(house)
  await purgeConversations(house)
}

/** A conversation of which staff was told at once and in the daily letter, which was assigned and answered. */
async function converse(kind: (typeof kinds)[number], email: string, word: string) {
  const digested = await given.staff('manager')
  await db.insert(staffPreferences).values({ staffId: digested.id, topic: kind.topic, choice: 'daily' })
  await given.staff('manager')
  await send(kind, email, `First ${word}`, { name: `Khadija ${word}` })
  const { _id: id } = await readOnly(kind, email)
  const assignee = await given.staff('manager')
  await admin(kind.put, {
    params: { id },
    body: { status: kind.open, assigneeId: assignee.id, answer: `Salam ${word}`, responseTimeline: { note: word } },
  })
  await send(kind, email, `Again ${word}`, { name: `Khadija ${word}` })
  clock.advance(90)
  await postman.deliverDue()
  clock.advance(DAY_S)
  await sendDigests(house)
  await postman.deliverDue()
  return id
}

test.each(kinds)('$name is gone for good thirty days after it was deleted, with all that hung on it', async (kind) => {
  const [email, word] = [newEmail(), `needle${kind.list.name.toLowerCase()}`]
  const [otherEmail, otherWord] = [newEmail(), `other${kind.list.name.toLowerCase()}`]
  const id = await converse(kind, email, word)
  const otherId = await converse(kind, otherEmail, otherWord)
  expect(await findAnywhere(db, email, word)).toEqual(
    expect.arrayContaining(['mails', 'response_entries', 'staff_notices']),
  )
  await admin(kind.remove, { params: { id } })
  const { token } = await given.staff('owner')
  const rule = async () =>
    (await callWith(token)(retention.listRetention, {})).data.find(({ data }) => data === retained.conversations.data)
  const deletedAt = clock.now()
  expect(Date.parse((await rule())!.oldest!) - deletedAt.getTime()).toBeLessThan(1000)

  clock.advance(29 * DAY_S)
  await hourly()
  expect(await findAnywhere(db, email)).not.toEqual([])
  clock.advance(DAY_S + 60)
  await hourly()

  expect(await findAnywhere(db, email, word)).toEqual([])
  expect((await audited(id)).slice(-2)).toEqual([`${kind.entity}.deleted`, `${kind.entity}.purged`])
  expect(await readOnly(kind, otherEmail)).toMatchObject({ _id: otherId, responseTimeline: [{}, {}] })
})

test('an inquiry that is restored in time stays', async () => {
  const { id, email } = await given.inquiry()
  const [, inquiry] = kinds
  await admin(inquiry.remove, { params: { id } })
  clock.advance(20 * DAY_S)
  await admin(contract.restoreInquiry, { params: { id } })
  clock.advance(20 * DAY_S)
  await hourly()
  expect(await readOnly(inquiry, email)).toMatchObject({ _id: id })
})

test('the database itself removes only what was deleted, and only whole', async () => {
  const { id } = await given.inquiry()
  await admin(kinds[1].put, { params: { id }, body: { status: 'Done' } })
  const remove = () => db.delete(contactInquiries).where(eq(contactInquiries.id, id))
  await expect(remove()).rejects.toMatchObject({ cause: { message: 'contact_inquiries holds what was not deleted' } })
  await admin(kinds[1].remove, { params: { id } })
  await expect(db.delete(responseEntries).where(eq(responseEntries.inquiryId, id))).rejects.toMatchObject({
    cause: { message: 'response_entries is append-only' },
  })
  await remove()
  expect(await db.$count(responseEntries, sql`inquiry_id = ${id}`)).toBe(0)
})
