import { acceptInvite } from '@hikmah/contract/accept-invite'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { expect, test } from 'vitest'
import { startWithPlans } from '../../test/plans.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { type Letter, post } from '../kit/mail/post.ts'

const { given, as, admin, call, clock, house, subscriber } = await startWithPlans()
const { listCorrespondence, readOrganization } = organizations

const setupOf = async (id: string) => (await admin(readOrganization, { params: { id } })).data.setup
const correspondence = (id: string, query: object = {}, by = admin) => by(listCorrespondence, { params: { id }, query })

const body = { greeting: 'Salam,', paragraphs: ['Peace be upon you.'], why: 'you asked for it' }
const posted = (more: Partial<Letter>) =>
  house.change(systemActor('Test'), (tx) =>
    post(tx, { kind: 'notice', to: 'imam@masjid.example', subject: 'Salam', body, ...more }),
  )

test('how far an organization is set up: its invite, its plans, its devices and what is left in stock', async () => {
  const invite = await given.invite()
  clock.advance(22 * 3600)
  const { data } = await call(acceptInvite.acceptInvite, {
    body: {
      code: invite.code,
      email: invite.orgEmail,
      password: 'Copper-Kettle-31',
      agreements: ['agreement', 'terms'],
    },
  })
  const { freeDevices, ...fresh } = await setupOf(data.orgId)
  expect(fresh).toEqual({
    invite: { sentAt: invite.createdAt.toISOString(), acceptedAt: expect.any(String) },
    plans: { count: 0, since: null },
    devices: { count: 0, since: null },
  })
  const { sentAt, acceptedAt } = fresh.invite!
  expect(Math.floor((Date.parse(acceptedAt) - Date.parse(sentAt)) / 3_600_000)).toBe(22)

  const device = await given.device()
  await given.device({ status: 'Defective' })
  expect((await setupOf(data.orgId)).freeDevices, 'only what is Available').toBe(freeDevices + 1)
  const organizationId = data.orgId
  await admin(hardware.assignDevice, { params: { id: device.id }, body: { deviceId: device.deviceId, organizationId } })
  expect(await setupOf(data.orgId)).toMatchObject({
    devices: { count: 1, since: expect.any(String) },
    freeDevices,
  })
})

test('an organization without an invite says so, and only billed plans count', async () => {
  const { organization, subscription, id } = await subscriber()
  expect(await setupOf(organization.id)).toMatchObject({
    invite: null,
    plans: { count: subscription.items.data.length, since: expect.any(String) },
  })
  expect(id).toBe(subscription.id)
  expect((await setupOf((await given.organization()).id)).plans).toEqual({ count: 0, since: null })
})

test('emails to an organization and inquiries of its people stand together, the newest first', async () => {
  const invite = await given.invite()
  const { id, email } = await given.organization({ inviteId: invite.id })
  const member = await given.member(id, { userName: `imam.${id.slice(-8)}@masjid.example` })
  await posted({ inviteId: invite.id, subject: 'You are invited' })
  clock.advance(60)
  const asked = await given.inquiry({ email, name: 'Yusuf Rahmani', message: 'Can two people share one sign-in?' })
  clock.advance(60)
  await given.inquiry({ email: member.userName, message: 'When does it ship?', status: 'Done' })
  clock.advance(60)
  await posted({ organizationId: id, to: email, subject: 'EIN approved' })
  await posted({ organizationId: id, to: email, subject: 'Your sign-in code', secret: true })
  await given.inquiry({ email, spam: true })
  await given.inquiry({ email, deletedAt: clock.now() })
  await given.inquiry()
  await posted({ organizationId: (await given.organization()).id })

  const whole = await correspondence(id, { limit: 100 })
  expect(whole.data).toEqual([
    expect.objectContaining({
      kind: 'email',
      title: 'EIN approved',
      to: email,
      status: expect.stringMatching(/^(queued|sent)$/),
    }),
    expect.objectContaining({ kind: 'inquiry', title: 'When does it ship?', from: 'Hamza Osman', status: 'Done' }),
    {
      kind: 'inquiry',
      _id: asked.id,
      at: asked.createdAt.toISOString(),
      title: 'Can two people share one sign-in?',
      from: 'Yusuf Rahmani',
      status: 'New',
    },
    expect.objectContaining({ kind: 'email', title: 'You are invited', to: 'imam@masjid.example' }),
  ])
  expect(whole.meta).toEqual({ emails: 2, inquiries: 2 })
  expect((await correspondence(id)).data).toEqual(whole.data.slice(0, 3))
  const ofManager = await correspondence(id, {}, await as('manager'))
  expect([ofManager.data.map(({ kind }) => kind), ofManager.meta]).toEqual([
    ['inquiry', 'inquiry'],
    { emails: 0, inquiries: 2 },
  ])
})

test('a limit out of range names the field, and no organization is a 404', async () => {
  const { id } = await given.organization()
  for (const limit of [0, 101, 'many']) {
    expect(await correspondence(id, { limit })).toMatchObject({
      status: 400,
      error: { fields: { limit: expect.any(String) } },
    })
  }
  expect((await correspondence(crypto.randomUUID())).status).toBe(404)
})
