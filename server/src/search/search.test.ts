import { demoRequests } from '@hikmah/contract/communication/endpoints'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { invites } from '@hikmah/contract/invites/endpoints'
import { orders as orderEndpoints } from '@hikmah/contract/orders/endpoints'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { type foundKinds, search } from '@hikmah/contract/search'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { contactInquiries } from '../communication/table.ts'
import { newId } from '../kit/db/ids.ts'

const { db, given, as, clock } = await startServer()
const admin = await as('admin')
const manager = await as('manager')

const organization = await given.organization({
  name: 'Masjid as-Salam',
  shortName: 'MAS',
  email: 'office@salam.example',
  admin: 'Bilal Siddiqui',
  city: 'Buffalo',
  state: 'NY',
  postalCode: '14201-0042',
  primaryPhone: '+17165550142',
  secondaryPhone: '+442079460958',
  ein: '12-3456789',
  einStatus: 'Pending',
  einSubmittedAt: new Date(),
})
const stateInWords = await given.organization({ name: 'Dar al-Hijrah', state: 'Virginia', city: 'Falls Church' })
const member = await given.member(organization.id, {
  firstName: 'Zaynab',
  lastName: 'Okafor',
  userName: 'zaynab@salam.example',
})
const invite = await given.invite({
  orgName: 'Islamic Center of Plano',
  orgAdmin: 'Imran Haddad',
  orgEmail: 'imran@plano.example',
  phone: '+12145550177',
  code: '482913',
})
const device = await given.device({ macAddress: 'AB:CD:EF:12:34:56', name: 'Prayer hall east' })
const colleague = await given.staff('manager', {
  firstName: 'Safiya',
  lastName: 'Mansour',
  userName: 'safiya@hikmah.example',
  phone: '+13135550166',
})
const request = await given.demoRequest({
  firstName: 'Khalil',
  lastName: 'Noorani',
  email: 'khalil@visitor.example',
  phone: '+19725550121',
  organization: 'Noorani Foundation',
})
const inquiry = await given.inquiry({ name: 'Ruqayya Aziz', email: 'ruqayya@visitor.example', phone: '+14085550133' })

const order = await given.order(organization.id, { email: 'payer@salam.example', promoCode: 'RAMADAN25' })

type Caller = typeof admin

const foundBy = async (who: Caller, q: string, types?: string) => {
  const { status, data } = await who(search.findAnything, { query: { q, ...(types && { types }) } })
  expect(status).toBe(200)
  return data.map(({ type, _id }) => `${type} ${_id}`)
}

const spellings: [kind: (typeof foundKinds)[number], id: string, ...spellings: string[]][] = [
  [
    'organization',
    organization.id,
    'Masjid as-Salam',
    'SALAM',
    'mas',
    'salam masjid',
    'office@salam.example',
    'bilal siddiqui',
    'Siddiqui, Bilal',
    'Buffalo',
    'Buffalo, NY',
    'buffalo new york',
    'New York',
    '14201',
    '14201-0042',
    organization.id,
    '(716) 555-0142',
    '716.555.0142',
    '+1 716 555 0142',
    '17165550142',
    '555-0142',
    '0142',
    '+44 20 7946 0958',
  ],
  ['organization', stateInWords.id, 'Falls Church, VA', 'virginia', 'falls church, virginia'],
  ['member', member.id, 'Zaynab Okafor', 'okafor zaynab', 'zaynab@salam.example', 'zayn', member.id],
  ['invite', invite.id, 'Center of Plano', 'haddad', 'imran@plano.example', '(214) 555-0177', '12145550177', invite.id],
  ['device', device.id, device.deviceId, device.deviceId.toLowerCase(), 'prayer hall', 'hall east', device.id],
  [
    'device',
    device.id,
    'AB:CD:EF:12:34:56',
    'ab-cd-ef-12-34-56',
    'abcd.ef12.3456',
    'ABCDEF123456',
    'cd:ef:12',
    'AB CD EF',
  ],
  [
    'order',
    order.id,
    String(order!.orderNo),
    `#${order!.orderNo}`,
    'ramadan25',
    'as-Salam',
    '(716) 555-0142',
    order.id,
  ],
  ['staff', colleague.id, 'Safiya Mansour', 'mansour', 'safiya@hikmah.example', colleague.id],
  ['taxReview', organization.id, 'as-Salam', 'Buffalo', '(716) 555-0142', organization.id],
  ['demoRequest', request.id, 'Khalil Noorani', 'noorani foundation', 'khalil@visitor', '972-555-0121', request.id],
  ['contactInquiry', inquiry.id, 'ruqayya', 'ruqayya@visitor.example', '(408) 555.0133', 'screen sizes', inquiry.id],
]

test.each(spellings)('a %s is found by every spelling', async (kind, id, ...spelled) => {
  for (const q of spelled) {
    for (const who of [admin, manager])
      expect([q, await foundBy(who, q)]).toEqual([q, expect.arrayContaining([`${kind} ${id}`])])
  }
})

test('each part of what tells a thing from others keeps its direction, and a part that is missing leaves no comma', async () => {
  const detailOf = async (q: string, types: string) => (await admin(search.findAnything, { query: { q, types } })).data
  const request = await given.demoRequest({ organization: 'مسجد النور', email: 'noor@visitor.example' })
  expect(await detailOf('noor@visitor.example', 'demoRequest')).toMatchObject([
    { _id: request.id, detail: '\u2068مسجد النور\u2069, \u2068noor@visitor.example\u2069' },
  ])
  await given.organization({ name: 'Masjid Cityless', city: '', state: 'TX' })
  expect(await detailOf('Cityless', 'organization')).toMatchObject([{ detail: '\u2068TX\u2069' }])
})

test('what is found says its status, where its kind keeps one', async () => {
  const statusOf = async (q: string, types: string) =>
    (await admin(search.findAnything, { query: { q, types } })).data.map(({ status }) => status)
  expect(await statusOf(organization.id, 'organization')).toEqual(['onboarding'])
  expect(await statusOf(device.id, 'device')).toEqual(['Available'])
  expect(await statusOf(order.id, 'order')).toEqual(['new'])
  expect(await statusOf(invite.id, 'invite')).toEqual(['Invite Sent'])
  expect(await statusOf(request.id, 'demoRequest')).toEqual(['New'])
  expect(await statusOf(colleague.id, 'staff')).toEqual([null])
  expect(await statusOf(organization.id, 'taxReview')).toEqual([null])
})

test('what was found by its EIN or email address shows it, as its line would not', async () => {
  const detailOf = async (q: string, types: string) =>
    (await admin(search.findAnything, { query: { q, types } })).data.map(({ detail }) => detail)
  const place = '\u2068Buffalo\u2069, \u2068NY\u2069'
  expect(await detailOf('123456789', 'organization')).toEqual([`${place}, \u2068EIN 12-3456789\u2069`])
  expect(await detailOf('12-3456789', 'taxReview')).toEqual([expect.stringMatching(/, \u2068EIN 12-3456789\u2069$/)])
  expect(await detailOf('Office@Salam.example', 'organization')).toEqual([`${place}, \u2068Office@Salam.example\u2069`])
  expect(await detailOf('payer@salam.example', 'order')).toEqual([
    expect.stringContaining('\u2068payer@salam.example\u2069'),
  ])
  // Its line shows it already.
  expect(
    (await detailOf('ZAYNAB@salam.example', 'member'))[0]?.toLowerCase().split('zaynab@salam.example'),
  ).toHaveLength(2)
})

test('an EIN is found by those who may see it, in every spelling, and is no use to others', async () => {
  const reviewed = [`organization ${organization.id}`, `taxReview ${organization.id}`]
  for (const q of ['12-3456789', '123456789', '12 3456789', '12-34567', '6789']) {
    expect([q, await foundBy(admin, q)]).toEqual([q, expect.arrayContaining(reviewed)])
    expect([q, await foundBy(manager, q)]).toEqual([q, []])
    for (const list of [organizations.listOrganizations, taxVerification.listTaxReviews]) {
      expect((await admin(list, { query: { q } })).meta.total).toBe(1)
      expect((await manager(list, { query: { q } })).meta.total).toBe(0)
    }
  }
  expect(JSON.stringify(await manager(search.findAnything, { query: { q: 'Salam' } }))).not.toContain('3456789')
})

test('an invite is found by its code by those who may send invites', async () => {
  expect(await foundBy(admin, '482913')).toEqual([`invite ${invite.id}`])
  expect(await foundBy(manager, '482913')).toEqual([])
  const { listInvites } = invites
  expect((await admin(listInvites, { query: { q: '482913' } })).meta.total).toBe(1)
  expect((await manager(listInvites, { query: { q: '482913' } })).meta.total).toBe(0)
})

test('an order is found by the email of who paid by those who may see it', async () => {
  expect(await foundBy(admin, 'payer@salam')).toEqual([`order ${order.id}`])
  expect(await foundBy(manager, 'payer@salam')).toEqual([])
})

test('an email is found in any case and with its domain in either spelling, as it is kept in the other', async () => {
  const inPunycode = await given.order(organization.id, { email: 'Kasse@xn--bcher-kva.example' })
  const asRead = await given.order(organization.id, { email: 'zahlung@MÜNCHEN.example' })
  const visitor = await given.inquiry({ name: 'Jürgen', email: 'frage@köln.example' })
  const spelled = [
    [
      `order ${inPunycode.id}`,
      'kasse@xn--bcher-kva.example',
      'KASSE@BÜCHER.example',
      'kasse@bücher.example',
      'bücher.example',
    ],
    [
      `order ${asRead.id}`,
      'Zahlung@münchen.example',
      'zahlung@munchen.example',
      'zahlung@xn--mnchen-3ya.example',
      'XN--MNCHEN-3YA.EXAMPLE',
    ],
    [`contactInquiry ${visitor.id}`, 'frage@köln.example', 'FRAGE@xn--kln-sna.example', 'xn--kln-sna.example'],
  ] as const
  for (const [found, ...ways] of spelled)
    for (const q of ways) expect([q, await foundBy(admin, q)]).toEqual([q, [found]])
  const listed = await admin(orderEndpoints.listOrders, { query: { q: 'kasse@bücher.example' } })
  expect(listed.data.map(({ _id }) => _id)).toEqual([inPunycode.id])
})

test('the phone of a member of staff finds nobody: not everybody may see it', async () => {
  expect(await foundBy(admin, '(313) 555-0166')).toEqual([])
})

test('the lists find by phone, admin, place and MAC in the same spellings', async () => {
  const { listOrganizations } = organizations
  for (const q of ['(716) 555-0142', 'Siddiqui', 'Buffalo, NY', 'buffalo, new york', '14201']) {
    const { data } = await manager(listOrganizations, { query: { q } })
    expect([q, data.map(({ _id }) => _id)]).toEqual([q, [organization.id]])
  }
  expect((await manager(invites.listInvites, { query: { q: '214.555.0177' } })).meta.total).toBe(1)
  expect((await manager(demoRequests.listDemoRequests, { query: { q: '(972) 555-0121' } })).meta.total).toBe(1)
  expect((await manager(hardware.listDevices, { query: { q: 'abcd.ef12.3456' } })).meta.total).toBe(1)
})

test('what is named so comes first, then what has a word that begins so, then any other, newest first within', async () => {
  const made: string[] = []
  for (const name of ['Qibla', 'Qibla Hall', 'Qibla House', 'Darulqibla']) {
    made.push((await given.organization({ name, createdAt: clock.now() })).id)
    clock.advance(1)
  }
  const [named, hall, house, inside] = made
  const { data } = await admin(search.findAnything, { query: { q: 'qibla', types: 'organization' } })
  expect(data.map(({ _id }) => _id)).toEqual([named, house, hall, inside])
})

test('an old word that begins so comes before a thousand newer ones that have it inside', async () => {
  const old = await given.inquiry({ name: 'Mihrab House' })
  clock.advance(1)
  const { search: _, ...whole } = (await db.select().from(contactInquiries).where(eq(contactInquiries.id, old.id)))[0]!
  const inside = () => ({ ...whole, id: newId(), name: 'Darulmihrab', createdAt: clock.now() })
  await db.insert(contactInquiries).values(Array.from({ length: 1001 }, inside))
  expect((await foundBy(admin, 'mihrab', 'contactInquiry')).slice(0, 1)).toEqual([`contactInquiry ${old.id}`])
})

test('one kind does not hide the others, and at most 20 of one are answered', async () => {
  for (let i = 0; i < 25; i += 1) await given.organization({ name: `Tawheed ${i}` })
  const late = await given.inquiry({ name: 'Darultawheed' })
  expect(await foundBy(admin, 'tawheed')).toEqual([
    ...Array(5).fill(expect.stringMatching(/^organization /)),
    `contactInquiry ${late.id}`,
  ])
  expect(await foundBy(admin, 'tawheed', 'organization')).toHaveLength(20)
  expect(await foundBy(admin, 'tawheed', 'contactInquiry,staff')).toEqual([`contactInquiry ${late.id}`])
})

test('an organization comes before the other kinds that match as well, though they are newer', async () => {
  const mosque = await given.organization({ name: 'Masjid Tasneem' })
  clock.advance(1)
  const visitor = await given.demoRequest({ firstName: 'Tasneem', lastName: 'Aziz' })
  expect(await foundBy(admin, 'tasneem')).toEqual([`organization ${mosque.id}`, `demoRequest ${visitor.id}`])
})

test.each(["'", "' '", '\u0301', 'ء', 'ـ', '-', '.'])(
  'a search for %j, which names nothing, finds nothing',
  async (q) => {
    // Without a short name, as most are.
    await given.organization({ name: 'Hall', shortName: '' })
    expect((await admin(search.findAnything, { query: { q } })).data).toEqual([])
  },
)

test('what was deleted is not found, and signs mean themselves', async () => {
  const gone = await given.demoRequest({ firstName: 'Vanished', deletedAt: clock.now() })
  expect(await foundBy(admin, 'vanished')).toEqual([])
  expect(await foundBy(admin, gone.id)).toEqual([])
  for (const q of ['%', '_', '%%%', ',', '\\', "'"]) expect([q, await foundBy(admin, q, 'staff')]).toEqual([q, []])
})

test.each([
  { q: '' },
  { q: ' ' },
  { q: 'a'.repeat(101) },
  { q: '\u200f' },
  { q: 'a\u202e' },
  { q: 'noor', types: 'mosque' },
])('a search of %j is refused', async (query) => {
  expect((await admin(search.findAnything, { query })).status).toBe(400)
})
