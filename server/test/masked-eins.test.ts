import { audit } from '@hikmah/contract/audit'
import { contactInquiries, demoRequests } from '@hikmah/contract/communication/endpoints'
import type { AnyEndpoint } from '@hikmah/contract/endpoint'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { organizationTeam } from '@hikmah/contract/organization-team'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { profile } from '@hikmah/contract/profile/endpoints'
import { search } from '@hikmah/contract/search'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { expect, test } from 'vitest'
import { startServer } from './start.ts'

const { given, as, call, callWith, mailsTo } = await startServer()
const admin = await as('admin')
const managers = await given.staff('manager')
const manager = callWith(managers.token)

/** In the spelling of none of these may a manager read it. */
const EIN = /12\D{0,3}3456789/
const pdf = Buffer.from('%PDF-1.7').toString('base64')

test('an EIN that people write into any text reaches no manager, and admins read it', async () => {
  const { id } = await given.organization({ name: 'Masjid 12/3456789' })
  const member = callWith((await given.member(id, { firstName: '12 3456789' })).token)
  const documents = ['12_3456789', '12.3456789', 'EIN123456789'].map((name) => ({ name: `${name}.pdf`, data: pdf }))
  const papers = { taxIdEin: '12-3456789', taxExempt: false, documents }
  expect((await member(taxVerification.submitTaxPapers, { params: { orgId: id }, body: papers })).status).toBe(200)
  const note = 'Their EIN is 12_3456789'
  await admin(organizations.changeOrganizationStatus, { params: { id }, body: { status: 'approved', note } })
  const inquiry = await given.inquiry({ name: 'Hamza 12.3456789', message: 'We are 12 – 3456789.' })
  const demo = await given.demoRequest({
    organization: 'EIN 123456789',
    queries: [{ question: 'Is 12\u00a03456789 enough?', answer: '' }],
  })

  const calls: [AnyEndpoint, Record<string, unknown>][] = [
    [taxVerification.readTaxStatus, { params: { orgId: id } }],
    [taxVerification.listTaxReviews, { query: { page: 1 } }],
    [taxVerification.listTaxReviews, {}],
    [organizations.readOrganization, { params: { id } }],
    [organizations.listOrganizations, { query: { page: 1 } }],
    [organizations.listOrganizations, {}],
    [organizationTeam.listMembers, { query: { orgId: id, page: 1 } }],
    [contactInquiries.readInquiry, { params: { id: inquiry.id } }],
    [contactInquiries.listInquiries, { query: { page: 1 } }],
    [contactInquiries.listInquiries, {}],
    [demoRequests.readDemoRequest, { params: { id: demo.id } }],
    [search.findAnything, { query: { q: 'Masjid' } }],
    [audit.listActivities, {}],
  ]
  for (const [endpoint, input] of calls) {
    const seen = await admin(endpoint, input)
    expect(seen.status, endpoint.name).toBe(200)
    expect(seen.text, endpoint.name).toMatch(EIN)
    const shown = await manager(endpoint, input)
    expect(shown.status, endpoint.name).toBe(200)
    expect(shown.text, endpoint.name).not.toMatch(EIN)
    expect(shown.text, endpoint.name).toContain('**-***6789')
  }
})

test('neither does a refusal that tells what stands there now', async () => {
  const { id } = await given.inquiry({ message: 'We are 12-3456789.' })
  const body = { status: 'In-progress', responseTimeline: { note: 'Salam' }, version: 7 }
  const refused = await manager(contactInquiries.respondToInquiry, { params: { id }, body })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('**-***6789')
  expect(refused.text).not.toMatch(EIN)
})

test('neither does a letter about what came in', async () => {
  await manager(profile.updatePreferences, { body: { 'contact-inquiries': 'each' } })
  const sent = {
    name: 'Omar 12.3456789',
    email: 'omar@masjid.example',
    phone: '',
    inquiryType: 'Sales',
    message: 'Salam',
  }
  expect((await call(contactInquiries.createInquiry, { body: sent })).status).toBe(200)
  const [letter] = await mailsTo(managers.userName, 'notice')
  expect(letter?.text).toContain('Omar **-***6789')
  expect(`${letter?.subject} ${letter?.text} ${letter?.html}`).not.toMatch(EIN)
})

test('what managers edit is shown as it is, or they would save it masked', async () => {
  const device = await given.device({ name: 'Unit 123456789' })
  const { data } = await manager(hardware.readDevice, { params: { id: device.id } })
  expect(data.name).toBe('Unit 123456789')
})
