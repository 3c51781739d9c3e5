import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { staff } from '../src/accounts/table.ts'
import { newId } from '../src/kit/db/ids.ts'
import { servedEndpoints } from '../src/kit/http/serve.ts'
import { members } from '../src/organization-team/table.ts'
import { endpoints } from './every-endpoint.ts'
import { startServer } from './start.ts'

const { app, given, callWith, clock, db } = await startServer({ AUTH_IP_PER_MIN: '1000000' })

const persons = {
  nobody: undefined,
  garbage: 'abc.def.ghi',
  expired: (await given.staff('owner')).token,
  revoked: '',
  manager: '',
  admin: '',
  owner: '',
  organization: '',
}
clock.advance(13 * 3600)
for (const role of ['manager', 'admin', 'owner'] as const) persons[role] = (await given.staff(role)).token
const revoked = await given.staff('owner')
persons.revoked = revoked.token
await db.update(staff).set({ access: 'revoked' }).where(eq(staff.id, revoked.id))
const organization = await given.organization()
persons.organization = (await given.member(organization.id)).token
const former = await given.member(organization.id)
await db.update(members).set({ consoleAccess: false }).where(eq(members.id, former.id))

/**
 * Who may call what, written down by hand from the permission matrix; the server has its own table. What is not named is
 * for owners and admins: a call that is open to anybody else, or to fewer, has its row here.
 */
const allowed: Record<string, 'public' | 'organization' | 'device' | 'every staff' | 'owner'> = {
  authenticateWithPassword: 'public',
  authenticate: 'public',
  authenticateWithRememberMe: 'public',
  logout: 'public',
  authenticateMemberWithPassword: 'public',
  authenticateMember: 'public',
  sendMemberResetCode: 'public',
  resetMemberPassword: 'public',
  refreshMemberToken: 'public',
  logoutMember: 'public',
  findInvite: 'public',
  acceptInvite: 'public',
  readPapersRequest: 'public',
  readMethodRequest: 'public',
  openMethodPage: 'public',
  readSubscription: 'public',
  turnNoticesOff: 'public',
  uploadPaper: 'public',
  removePaper: 'public',
  submitPapers: 'public',
  renewPapersLink: 'public',
  findTeamInvite: 'public',
  acceptTeamInvite: 'public',
  readMediaFile: 'public',
  getCurrentUser: 'every staff',
  logoutAll: 'every staff',
  listSessions: 'every staff',
  revokeSession: 'every staff',
  listOrganizations: 'every staff',
  readOrganization: 'every staff',
  listCorrespondence: 'every staff',
  readDashboardCards: 'every staff',
  findDuplicates: 'every staff',
  listInvites: 'every staff',
  readInvite: 'every staff',
  listMembers: 'every staff',
  listAgreements: 'every staff',
  readMember: 'every staff',
  listTaxReviews: 'every staff',
  readTaxStatus: 'every staff',
  readPapersLink: 'every staff',
  uploadMedia: 'every staff',
  listMedia: 'every staff',
  readMedia: 'every staff',
  readMediaUsage: 'every staff',
  listOrganizationInvoices: 'every staff',
  readInvoice: 'every staff',
  readInvoiceMoney: 'every staff',
  listDisputes: 'every staff',
  readOpenDisputes: 'every staff',
  readCustomer: 'every staff',
  readBillingWaiting: 'every staff',
  readNextInvoices: 'every staff',
  getOrganizationPlan: 'every staff',
  getPlanSubscriptions: 'every staff',
  readOrganizationPlan: 'every staff',
  readNextPayment: 'every staff',
  submitTaxPapers: 'organization',
  recordAgreement: 'organization',
  heartbeat: 'device',
  reportDeviceEvents: 'device',
  getUniqueDeviceId: 'public',
  listDevices: 'every staff',
  listDeviceStates: 'every staff',
  listOrganizationDevices: 'every staff',
  listNotAssignedDevices: 'every staff',
  readDevice: 'every staff',
  listDeviceEvents: 'every staff',
  readUptime: 'every staff',
  createDevice: 'every staff',
  updateDevice: 'every staff',
  assignDevice: 'every staff',
  reissueDeviceKey: 'every staff',
  listApplications: 'every staff',
  readApplication: 'every staff',
  createApplication: 'every staff',
  updateApplication: 'every staff',
  readApplicationUsage: 'every staff',
  listIntegrations: 'every staff',
  readIntegration: 'every staff',
  readIntegrationUsage: 'every staff',
  createIntegration: 'every staff',
  updateIntegration: 'every staff',
  listCampaigns: 'every staff',
  readCampaign: 'every staff',
  listRedemptions: 'every staff',
  readCampaignUse: 'every staff',
  readProductCards: 'every staff',
  readProductDraft: 'every staff',
  saveProductDraft: 'every staff',
  discardProductDraft: 'every staff',
  getStripePlan: 'public',
  listOrders: 'every staff',
  listOrganizationOrders: 'every staff',
  readOrder: 'every staff',
  readOrderMoney: 'every staff',
  refreshOrder: 'every staff',
  readProviderState: 'every staff',
  tryProvider: 'every staff',
  startRegistryImport: 'owner',
  sendRegistryPart: 'owner',
  cancelRegistryImport: 'owner',
  listStaff: 'every staff',
  readStaff: 'every staff',
  sendPasswordResetCode: 'owner',
  checkResetCode: 'owner',
  resetPassword: 'owner',
  unlockStaff: 'owner',
  endStaffSessions: 'owner',
  updateProfile: 'every staff',
  changePassword: 'public',
  readPreferences: 'every staff',
  updatePreferences: 'every staff',
  listRoles: 'every staff',
  exportAudit: 'owner',
  readSetup: 'owner',
  readNavigationCounts: 'every staff',
  readOrganizationCounts: 'every staff',
  readDashboardStats: 'every staff',
  listActivities: 'every staff',
  findAnything: 'every staff',
  listDemoRequests: 'every staff',
  readDemoRequest: 'every staff',
  listDemoRequestTimeline: 'every staff',
  respondToDemoRequest: 'every staff',
  createDemoRequest: 'public',
  listInquiries: 'every staff',
  readInquiry: 'every staff',
  listInquiryTimeline: 'every staff',
  respondToInquiry: 'every staff',
  undoInquiryResponse: 'every staff',
  undoDemoResponse: 'every staff',
  listCannedReplies: 'every staff',
  addCannedReply: 'every staff',
  editCannedReply: 'every staff',
  deleteCannedReply: 'every staff',
  createInquiry: 'public',
}

const whoMay = (name: string) => allowed[name] ?? 'owner and admin'

const mayCall: Record<ReturnType<typeof whoMay>, (keyof typeof persons)[]> = {
  public: Object.keys(persons) as (keyof typeof persons)[],
  'every staff': ['manager', 'admin', 'owner'],
  'owner and admin': ['admin', 'owner'],
  organization: ['organization'],
  owner: ['owner'],
  // The key of a device is no token: see hardware/ingestion.test.ts.
  device: [],
}

test('every endpoint of the contract is served, and the matrix names none that is not there', () => {
  const served = servedEndpoints.get(app)
  expect(
    Object.entries(endpoints)
      .filter(([, endpoint]) => !served?.has(endpoint))
      .map(([name]) => name),
  ).toEqual([])
  expect(Object.keys(allowed).filter((name) => !Object.hasOwn(endpoints, name))).toEqual([])
})

const params = { id: newId(), orgId: organization.id, documentId: newId(), code: '123456' }

test.each(Object.entries(endpoints))('%s answers each person as the matrix says', async (name, endpoint) => {
  for (const [person, token] of Object.entries(persons) as [keyof typeof persons, string | undefined][]) {
    // Signing out everywhere would end the session this walk goes on with.
    const caller = name === 'logoutAll' && token ? ((await freshToken(person)) ?? token) : token
    const input = { params, query: { orgId: organization.id }, ...(endpoint.body !== undefined && { body: {} }) }
    const { status } = await callWith(name === 'logout' || name === 'logoutMember' ? undefined : caller)(
      endpoint,
      input,
    )
    const expected = mayCall[whoMay(name)]
    if (expected.includes(person)) {
      // What a public call says of wrong credentials or of too many tries is not about the person.
      // Nor is 503, where there is no payment provider.
      const answers = whoMay(name) === 'public' ? [200, 400, 401, 404, 409, 429] : [200, 400, 404, 406, 409, 415, 503]
      expect(answers, `${person} may`).toContain(status)
    } else {
      const isForStaff = whoMay(name) !== 'organization' && whoMay(name) !== 'device'
      const isLesserStaff = isForStaff && (person === 'manager' || person === 'admin')
      expect(status, `${person} may not`).toBe(isLesserStaff ? 403 : 401)
    }
  }
})

const freshToken = async (person: string) =>
  person === 'manager' || person === 'admin' || person === 'owner' ? (await given.staff(person)).token : undefined

test('an organization’s person whose console access was taken away is nobody', async () => {
  const { status } = await callWith(former.token)(endpoints.recordAgreement!, {
    params: { id: organization.id },
    body: { logType: 'terms' },
  })
  expect(status).toBe(401)
})

test('start-up refuses an endpoint without a permission', async () => {
  const { createServe } = await import('../src/kit/http/serve.ts')
  const bare = { ...endpoints.listOrganizations!, allow: '' as never }
  const serve = createServe(Fastify(), undefined as never, clock, undefined as never)
  expect(() => serve(bare, () => ({ data: [] as never }) as never)).toThrow(/declares no permission/)
})
