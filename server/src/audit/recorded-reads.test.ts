import { audit } from '@hikmah/contract/audit'
import { irsRegistry } from '@hikmah/contract/irs-registry/endpoints'
import { mails } from '@hikmah/contract/mails'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { auditEntries } from '../kit/audit/audit.ts'

const { given, callWith, db, clock } = await startServer()

async function person(role: 'owner' | 'admin' | 'manager', firstName: string) {
  const { id, token } = await given.staff(role, { firstName, lastName: 'Yusuf' })
  return {
    id,
    call: callWith(token),
    entries: (action: string) =>
      db
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.actorId, id), eq(auditEntries.action, action)))
        .orderBy(auditEntries.seq),
  }
}

/** Somebody who rests for an hour is signed out. */
async function passAnHour({ call }: Awaited<ReturnType<typeof person>>) {
  clock.advance(1801)
  await call(signIn.getCurrentUser, {})
  clock.advance(1801)
}

test('who reads a tax document is in the trail, by document and person, once an hour', async () => {
  const { id } = await given.organization({ name: 'Masjid an-Noor' })
  const member = callWith((await given.member(id)).token)
  const data = Buffer.from('%PDF-1.7').toString('base64')
  const documents = ['letter.pdf', 'by-laws.pdf'].map((name) => ({ name, data }))
  const sent = await member(taxVerification.submitTaxPapers, {
    params: { orgId: id },
    body: { taxIdEin: '12-3456789', taxExempt: false, documents },
  })
  const [letter, laws] = sent.data.documents.map(({ _id }) => _id)
  const [amina, bilal] = [await person('admin', 'Amina'), await person('admin', 'Bilal')]
  const read = async ({ call }: typeof amina, documentId: string) =>
    expect((await call(taxVerification.readTaxDocument, { params: { orgId: id, documentId } })).status).toBe(200)
  const readings = async ({ entries }: typeof amina) =>
    (await entries('tax-papers.read')).map(({ changes }) => changes.document?.after)

  await read(amina, letter!)
  await read(amina, letter!)
  await read(amina, laws!)
  await read(bilal, letter!)
  expect(await readings(amina)).toEqual(['letter.pdf', 'by-laws.pdf'])
  expect(await readings(bilal)).toEqual(['letter.pdf'])
  const [entry] = await amina.entries('tax-papers.read')
  expect(entry).toMatchObject({ entity: 'tax-review', entityName: 'Masjid an-Noor', organizationId: id })
  const activities = await amina.call(audit.listActivities, { query: {} })
  expect(activities.text, 'it is nothing that happened on the platform').not.toContain('tax-papers.read')

  await passAnHour(amina)
  await read(amina, letter!)
  expect(await readings(amina)).toHaveLength(3)
  const params = { orgId: id, documentId: crypto.randomUUID() }
  expect((await amina.call(taxVerification.readTaxDocument, { params })).status).toBe(404)
  expect(await readings(amina)).toHaveLength(3)
})

test('who goes through many EINs is in the trail, by pages or one by one, once an hour; a reviewer at work is not', async () => {
  const waiting = { einStatus: 'Pending', einSubmittedAt: new Date('2026-03-01T10:00:00Z') } as const
  const ids: string[] = []
  for (let i = 100; i < 220; i += 1) ids.push((await given.organization({ ...waiting, ein: `12-3456${i}` })).id)
  const [amina, bilal, manager] = [
    await person('admin', 'Amina'),
    await person('owner', 'Bilal'),
    await person('manager', 'Maryam'),
  ]
  const many = async ({ entries }: typeof amina) => (await entries('tax-review.eins-read')).length
  const readPage = ({ call }: typeof amina, page: number) =>
    call(taxVerification.listTaxReviews, { query: { page, limit: 50 } })

  for (let i = 0; i < 5; i += 1) await readPage(amina, 1)
  expect(await many(amina), 'the same page again and again').toBe(0)
  await readPage(amina, 2)
  await readPage(amina, 3)
  expect(await many(amina)).toBe(1)

  for (const id of ids.slice(0, 60)) await bilal.call(organizations.readOrganization, { params: { id } })
  expect(await many(bilal)).toBe(0)
  for (const orgId of ids.slice(60, 110)) await bilal.call(taxVerification.readTaxStatus, { params: { orgId } })
  expect(await many(bilal)).toBe(1)

  for (const page of [1, 2, 3]) await readPage(manager, page)
  expect(await many(manager), 'who sees none reads none').toBe(0)

  await passAnHour(amina)
  for (const page of [1, 2, 3]) await readPage(amina, page)
  expect(await many(amina)).toBe(2)
})

test('who reads the whole list of emails is in the trail, once an hour', async () => {
  const amina = await person('admin', 'Amina')
  const { id } = await given.organization()
  await amina.call(mails.listMails, { query: { organization: id } })
  expect(await amina.entries('mail.list-exported')).toHaveLength(0)
  await amina.call(mails.listMails, { query: {} })
  await amina.call(mails.listMails, { query: { status: 'failed' } })
  expect(await amina.entries('mail.list-exported')).toHaveLength(1)
})

test('who begins an import is in the trail, and who cancels that of another', async () => {
  const [owner, other] = [await person('owner', 'Amina'), await person('owner', 'Bilal')]
  const body = { files: [{ name: 'eo1.csv', size: 10 }], snapshotOn: '2026-11-10' }
  const { _id } = (await owner.call(irsRegistry.startRegistryImport, { body })).data
  expect(await owner.entries('irs-registry.started')).toMatchObject([
    { entityId: _id, entityName: 'eo1.csv', changes: { snapshotOn: { after: '2026-11-10' } } },
  ])
  const cancel = () => other.call(irsRegistry.cancelRegistryImport, { params: { id: _id } })
  expect((await cancel()).status).toBe(200)
  expect((await cancel()).status).toBe(409)
  expect(await other.entries('irs-registry.cancelled')).toMatchObject([
    { entityId: _id, changes: { requestedBy: { after: 'Amina Yusuf' } } },
  ])
})

test('who takes a claim over is in the trail, with whose it was', async () => {
  const { id } = await given.organization({ ein: '12-3456789', einStatus: 'Pending' })
  const [amina, bilal] = [await person('admin', 'Amina'), await person('admin', 'Bilal')]
  const claim = ({ call }: typeof amina, takeOver: boolean) =>
    call(taxVerification.claimTaxReview, { params: { orgId: id }, body: { takeOver } })
  await claim(amina, true)
  await claim(amina, true)
  expect((await claim(bilal, false)).status).toBe(409)
  await claim(bilal, true)
  expect(await amina.entries('tax-review.taken-over')).toEqual([])
  expect(await bilal.entries('tax-review.taken-over')).toMatchObject([
    { entityId: id, changes: { claimedBy: { before: 'Amina Yusuf', after: 'Bilal Yusuf' } } },
  ])
  await passAnHour(amina)
  await claim(amina, true)
  expect(await amina.entries('tax-review.taken-over'), 'that one was over').toEqual([])
})
