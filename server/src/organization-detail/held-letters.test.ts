import { acceptInvite } from '@hikmah/contract/accept-invite'
import { mails, WAITS_FOR_UNBLOCK } from '@hikmah/contract/mails'
import { organizationTeam } from '@hikmah/contract/organization-team'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { PAPERS_LINK_DAYS, papersLink } from '@hikmah/contract/papers-link'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import { expect, test } from 'vitest'
import { freePort } from '../../test/cluster.ts'
import { mailServer } from '../../test/mail-server.ts'
import { startServer } from '../../test/start.ts'
import { approved, EIN, rejected, submittedAt } from '../../test/tax-review.ts'
import { DAY_S } from '../kit/process/clock.ts'

const port = await freePort()
const { given, as, call, mailsTo, postman, clock } = await startServer({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Hikmah <no-reply@hikmah.example>',
})
const { received } = await mailServer(port)
const token = () => as('admin')
let admin = await token()
const { changeOrganizationStatus, previewOrganizationLetters, updateOrganization } = organizations
const { createMember, deleteMember, readMember, resendMemberInvite } = organizationTeam
const { decideTaxReview, previewTaxLetter, undoTaxDecision } = taxVerification

/** A session ends after half a day. */
async function pass(seconds: number) {
  clock.advance(seconds)
  await postman.deliverDue()
  admin = await token()
}
const afterUndo = () => pass(UNDO_S + 10)
const setStatus = (id: string, status: 'approved' | 'onboarding' | 'blocked') =>
  admin(changeOrganizationStatus, { params: { id }, body: { status } })
const decide = async (orgId: string, body: object) =>
  (await admin(decideTaxReview, { params: { orgId }, body })) as Awaited<
    ReturnType<typeof admin<typeof decideTaxReview>>
  >
const listed = async (organization: string) =>
  (await admin(mails.listMails, { query: { organization } })).data.map(({ kind, status, waitReason }) => ({
    kind,
    status,
    waitReason,
  }))
const arrived = (address: string) => received.filter(({ to }) => to?.some((one) => one.address === address))
const subjects = (address: string) => arrived(address).map(({ subject }) => subject?.split(': ').at(-1))
const rejection = { taxIdEinDetail: rejected, reason: 'No letter.' }

async function blockedWithReview() {
  const organization = await given.organization({
    ein: EIN,
    einStatus: 'Pending',
    einSubmittedAt: submittedAt,
    taxExempt: true,
    exemptStatus: 'Pending',
    exemptSubmittedAt: submittedAt,
  })
  await setStatus(organization.id, 'blocked')
  await afterUndo()
  return organization
}

async function memberOf(orgId: string, firstName = 'Bilal') {
  const userName = `${firstName.toLowerCase()}.${orgId.slice(-8)}@masjid.example`
  const role = [{ application: 'DEENFUND', roles: 'Admin' }]
  return (await admin(createMember, { body: { orgId, userName, firstName, lastName: 'Khan', role } })).data
}
const waits = { status: 'waiting', waitReason: WAITS_FOR_UNBLOCK }

test('a rejection of a blocked organization waits, and is sent once when it is unblocked, after the letter of that', async () => {
  const { id, email } = await blockedWithReview()
  const shown = (await admin(previewTaxLetter, { params: { orgId: id }, body: rejection })).data
  expect(shown?.waitReason).toBe(WAITS_FOR_UNBLOCK)
  await decide(id, rejection)
  await pass((PAPERS_LINK_DAYS + 6) * DAY_S)
  expect(subjects(email)).toEqual(['blocked'])
  expect(await listed(id)).toEqual([
    { kind: 'tax-decision', ...waits },
    { kind: 'organization-status', status: 'sent', waitReason: '' },
  ])
  expect((await admin(mails.listMails, { query: { status: 'waiting' } })).data).toHaveLength(1)

  const unblock = { params: { id }, body: { orgStatus: 'onboarding' } } as const
  expect((await admin(previewOrganizationLetters, unblock)).data).toMatchObject({
    letters: [{ to: email }],
    waiting: 1,
  })
  await setStatus(id, 'onboarding')
  await postman.deliverDue()
  expect(subjects(email), 'unblocking can be undone').toEqual(['blocked'])
  await afterUndo()
  await afterUndo()
  expect(subjects(email)).toEqual(['blocked', 'no longer blocked', 'EIN rejected'])
  const link = /submit-papers\/([\w-]{43})/.exec(arrived(email).at(-1)?.text ?? '')?.[1] ?? ''
  await pass((PAPERS_LINK_DAYS - 1) * DAY_S)
  const opened = await call(papersLink.readPapersRequest, { params: { token: link } })
  expect([opened.status, opened.data?.reason], 'its two weeks begin when it is sent').toEqual([200, 'rejected'])
})

test('a letter whose decision was taken back, changed or told again is not sent', async () => {
  const { id, email } = await blockedWithReview()
  const { data } = await decide(id, rejection)
  await admin(undoTaxDecision, { params: { orgId: id }, body: { version: data.version } })
  expect(await listed(id)).toHaveLength(1)
  await decide(id, { taxIdEinDetail: rejected, message: 'First' })
  clock.advance(1)
  await decide(id, { taxIdEinDetail: { status: 'Pending' }, reason: 'A mistake of ours' })
  clock.advance(1)
  await decide(id, { taxIdEinDetail: rejected, message: 'Second' })
  clock.advance(1)
  await decide(id, { message: 'Third' })
  expect((await listed(id)).filter(({ status }) => status === 'waiting')).toHaveLength(4)
  await setStatus(id, 'approved')
  await afterUndo()
  expect(subjects(email)).toEqual(['blocked', 'no longer blocked', 'EIN rejected', 'a message about your tax review'])
  expect(arrived(email).at(-2)?.text).toContain('> Second')
  const notSent = (await admin(mails.listMails, { query: { organization: id, status: 'failed' } })).data
  expect(notSent.map(({ subject }) => subject.split(': ').at(-1))).toEqual(['EIN under review again', 'EIN rejected'])
  expect(new Set(notSent.map(({ lastError }) => lastError))).toEqual(
    new Set(['Not sent: it no longer held when the organization was unblocked']),
  )
  expect((await listed(id)).some(({ status }) => status === 'waiting')).toBe(false)
})

test('a letter of which half still holds is sent, before the one that tells the other half', async () => {
  const { id, email } = await blockedWithReview()
  await decide(id, { taxIdEinDetail: rejected, taxExemptDetail: rejected, reason: 'No letter.' })
  clock.advance(1)
  await decide(id, { taxIdEinDetail: approved, message: 'Sorry' })
  await setStatus(id, 'onboarding')
  await afterUndo()
  expect(subjects(email)).toEqual([
    'blocked',
    'no longer blocked',
    'EIN rejected, tax exemption rejected',
    'EIN approved',
  ])
})

test('what had not left when the organization was blocked waits, and goes on if that is undone', async () => {
  const { id, email } = await given.organization({ ein: EIN, einStatus: 'Pending' })
  await decide(id, rejection)
  await setStatus(id, 'blocked')
  expect(await listed(id)).toMatchObject([{ kind: 'organization-status', status: 'queued' }, waits])
  await setStatus(id, 'onboarding')
  expect(await listed(id)).toMatchObject([{ kind: 'tax-decision', status: 'queued', waitReason: '' }])
  await afterUndo()
  expect(subjects(email)).toEqual(['EIN rejected'])
})

test('unblocking that is undone sends nothing, and the letters wait on', async () => {
  const { id, email } = await blockedWithReview()
  await decide(id, rejection)
  await setStatus(id, 'approved')
  await setStatus(id, 'blocked')
  await afterUndo()
  expect(subjects(email)).toEqual(['blocked'])
  expect((await listed(id))[0]).toEqual({ kind: 'tax-decision', ...waits })
})

test('the letters follow the organization to its new address', async () => {
  const { id, email } = await blockedWithReview()
  await decide(id, rejection)
  const next = `next.${id.slice(-8)}@masjid.example`
  await admin(updateOrganization, { params: { id }, body: { orgEmail: next } })
  await afterUndo()
  expect(subjects(email), 'of its address it hears even now').toEqual(['blocked', 'new email address'])
  await setStatus(id, 'onboarding')
  await afterUndo()
  expect(subjects(next)).toEqual(['new email address', 'no longer blocked', 'EIN rejected'])
})

test('an organization without an address is mailed nothing of what waited', async () => {
  const { id, email } = await blockedWithReview()
  await decide(id, rejection)
  const member = await memberOf(id)
  await admin(updateOrganization, { params: { id }, body: { orgEmail: '' } })
  await setStatus(id, 'onboarding')
  await afterUndo()
  expect(subjects(email)).toEqual(['blocked', 'email address removed'])
  expect(subjects(member.userName)).toHaveLength(1)
})

test('a blocked organization is not asked for papers', async () => {
  const { id, email } = await blockedWithReview()
  const asking = { askForNewSubmission: true, reason: 'No letter.' }
  for (const reply of [
    await decide(id, asking),
    await admin(previewTaxLetter, { params: { orgId: id }, body: asking }),
    await admin(papersLink.sendPapersLink, { params: { orgId: id }, body: {} }),
  ]) {
    expect(reply).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', message: 'The organization is blocked. Unblock it before you ask for papers.' },
    })
  }
  expect(subjects(email)).toEqual(['blocked'])
})

test('an invite to the team of a blocked organization waits, and its code is good from the day it is sent', async () => {
  const { id } = await blockedWithReview()
  const member = await memberOf(id)
  expect(member.invitedAt).toBeNull()
  expect((await listed(id))[0]).toEqual({ kind: 'member-invite', ...waits })
  await pass(20 * DAY_S)
  expect(arrived(member.userName)).toEqual([])

  await setStatus(id, 'approved')
  await afterUndo()
  const [mail, ...others] = arrived(member.userName)
  expect(others).toEqual([])
  const code = /^ {4}(\d{6,})$/m.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await admin(readMember, { params: { id: member._id } })).data.invitedAt).not.toBeNull()
  await pass(10 * DAY_S)
  const joined = await call(acceptInvite.acceptTeamInvite, {
    body: { email: member.userName, code, password: 'Blue-Lantern-4-Rivers' },
  })
  expect(joined.status).toBe(200)
})

test('of a member who was removed, or invited anew, only the newest invite that holds is sent', async () => {
  const { id } = await blockedWithReview()
  const [removed, anew] = [await memberOf(id, 'Removed'), await memberOf(id, 'Anew')]
  await admin(deleteMember, { params: { id: removed._id } })
  expect((await admin(resendMemberInvite, { params: { id: anew._id } })).data.invitedAt).toBeNull()
  await setStatus(id, 'onboarding')
  await afterUndo()
  expect([removed, anew].map(({ userName }) => arrived(userName).length)).toEqual([0, 1])
})

test('a mail is not sent again to an organization that is blocked, but when it is unblocked', async () => {
  const { id, email } = await given.organization({ ein: EIN, einStatus: 'Pending' })
  await decide(id, rejection)
  await afterUndo()
  await setStatus(id, 'blocked')
  await afterUndo()
  const [, sent] = await mailsTo(email)
  const resend = () => admin(mails.resendMail, { params: { id: sent!.id } })
  expect((await resend()).data).toMatchObject(waits)
  expect(await resend()).toMatchObject({ status: 409, error: { message: WAITS_FOR_UNBLOCK } })
  await setStatus(id, 'approved')
  await afterUndo()
  expect(subjects(email)).toEqual(['EIN rejected', 'blocked', 'no longer blocked', 'EIN rejected'])
})
