import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { staff } from '../src/accounts/table.ts'
import { newId } from '../src/kit/db/ids.ts'
import { servedOf } from '../src/kit/http/serve.ts'
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

/** Who may call what, written down by hand from the permission matrix; the server has its own table. */
const allowed: Record<string, 'public' | 'organization' | 'device' | 'every staff' | 'owner and admin' | 'owner'> = {
  authenticateWithPassword: 'public',
  authenticate: 'public',
  authenticateWithRememberMe: 'public',
  logout: 'public',
  findInvite: 'public',
  acceptInvite: 'public',
  findTeamInvite: 'public',
  acceptTeamInvite: 'public',
  readMediaFile: 'public',
  getCurrentUser: 'every staff',
  logoutAll: 'every staff',
  listSessions: 'every staff',
  revokeSession: 'every staff',
  listOrganizations: 'every staff',
  readOrganization: 'every staff',
  readDashboardCards: 'every staff',
  findDuplicates: 'every staff',
  listInvites: 'every staff',
  readInvite: 'every staff',
  listMembers: 'every staff',
  listAgreements: 'every staff',
  readMember: 'every staff',
  listTaxReviews: 'every staff',
  readTaxStatus: 'every staff',
  uploadMedia: 'every staff',
  listMedia: 'every staff',
  readMedia: 'every staff',
  readMediaUsage: 'every staff',
  listOrganizationInvoices: 'every staff',
  readInvoice: 'every staff',
  readInvoiceLinks: 'every staff',
  readInvoicePdf: 'every staff',
  getOrganizationPlan: 'every staff',
  getPlanSubscriptions: 'every staff',
  readOrganizationPlan: 'every staff',
  readNextPayment: 'every staff',
  previewPlanChange: 'owner and admin',
  changePlan: 'owner and admin',
  cancelPlan: 'owner and admin',
  resumePlan: 'owner and admin',
  updateOrganization: 'owner and admin',
  changeOrganizationStatus: 'owner and admin',
  inviteOrganization: 'owner and admin',
  revokeInvite: 'owner and admin',
  createMember: 'owner and admin',
  updateMember: 'owner and admin',
  deleteMember: 'owner and admin',
  resendMemberInvite: 'owner and admin',
  decideTaxReview: 'owner and admin',
  undoTaxDecision: 'owner and admin',
  claimTaxReview: 'owner and admin',
  releaseTaxReview: 'owner and admin',
  openTaxReview: 'owner and admin',
  readDecisionTimes: 'owner and admin',
  previewTaxLetter: 'owner and admin',
  chooseLetterLanguage: 'owner and admin',
  readTaxDocument: 'owner and admin',
  checkRegistry: 'owner and admin',
  listAudit: 'owner and admin',
  verifyAudit: 'owner and admin',
  listMails: 'owner and admin',
  resendMail: 'owner and admin',
  deleteMedia: 'owner and admin',
  submitTaxPapers: 'organization',
  recordAgreement: 'organization',
  heartbeat: 'device',
  reportDeviceEvents: 'device',
  getUniqueDeviceId: 'public',
  listDevices: 'every staff',
  listOrganizationDevices: 'every staff',
  listNotAssignedDevices: 'every staff',
  readDevice: 'every staff',
  listDeviceEvents: 'every staff',
  createDevice: 'every staff',
  updateDevice: 'every staff',
  assignDevice: 'every staff',
  reissueDeviceKey: 'every staff',
  deleteDevice: 'owner and admin',
  listApplications: 'every staff',
  readApplication: 'every staff',
  createApplication: 'every staff',
  updateApplication: 'every staff',
  sortApplications: 'owner and admin',
  readApplicationUsage: 'every staff',
  deleteApplication: 'owner and admin',
  restoreApplication: 'owner and admin',
  listIntegrations: 'every staff',
  readIntegration: 'every staff',
  createIntegration: 'every staff',
  updateIntegration: 'every staff',
  sortIntegrations: 'owner and admin',
  deleteIntegration: 'owner and admin',
  listCampaigns: 'every staff',
  createCampaign: 'owner and admin',
  readCampaign: 'every staff',
  updateCampaign: 'owner and admin',
  deleteCampaign: 'owner and admin',
  listRedemptions: 'every staff',
  resyncCampaign: 'owner and admin',
  readPaymentAccount: 'owner and admin',
  readProductCards: 'every staff',
  readProductDraft: 'every staff',
  saveProductDraft: 'every staff',
  discardProductDraft: 'every staff',
  getStripePlan: 'public',
  listOrders: 'every staff',
  listOrganizationOrders: 'every staff',
  readOrder: 'every staff',
  refreshOrder: 'every staff',
  createOrder: 'owner and admin',
  previewOrder: 'owner and admin',
  updateOrder: 'owner and admin',
  changeOrderStatus: 'owner and admin',
  readRefundChoices: 'owner and admin',
  cancelOrder: 'owner and admin',
  applyPromo: 'owner and admin',
  removePromo: 'owner and admin',
  listAssignees: 'owner and admin',
  assignItem: 'owner and admin',
  listUnlinkedCustomers: 'owner and admin',
  linkCustomer: 'owner and admin',
  listGuestCheckouts: 'owner and admin',
  linkCheckout: 'owner and admin',
  readReconciliation: 'owner and admin',
  reconcile: 'owner and admin',
  readProviderState: 'every staff',
  tryProvider: 'every staff',
  listRegistrySources: 'owner and admin',
  listRegistryImports: 'owner and admin',
  readRegistryImport: 'owner and admin',
  startRegistryImport: 'owner',
  sendRegistryPart: 'owner',
  cancelRegistryImport: 'owner',
  listStaff: 'every staff',
  readStaff: 'every staff',
  registerStaff: 'owner and admin',
  verifyStaff: 'owner and admin',
  resendStaffCode: 'owner and admin',
  updateStaff: 'owner and admin',
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
  readNavigationCounts: 'every staff',
  readDashboardStats: 'every staff',
  listActivities: 'every staff',
  readFinanceSummary: 'owner and admin',
  listInvoices: 'owner and admin',
  exportInvoices: 'owner and admin',
  findAnything: 'every staff',
  listDemoRequests: 'every staff',
  readDemoRequest: 'every staff',
  respondToDemoRequest: 'every staff',
  createDemoRequest: 'public',
  deleteDemoRequest: 'owner and admin',
  restoreDemoRequest: 'owner and admin',
  listInquiries: 'every staff',
  readInquiry: 'every staff',
  respondToInquiry: 'every staff',
  createInquiry: 'public',
  deleteInquiry: 'owner and admin',
  restoreInquiry: 'owner and admin',
}

const mayCall: Record<(typeof allowed)[string], (keyof typeof persons)[]> = {
  public: Object.keys(persons) as (keyof typeof persons)[],
  'every staff': ['manager', 'admin', 'owner'],
  'owner and admin': ['admin', 'owner'],
  organization: ['organization'],
  owner: ['owner'],
  // The key of a device is no token: see hardware/ingestion.test.ts.
  device: [],
}

test('every endpoint of the contract is served, and the matrix names every one', () => {
  const served = servedOf.get(app)
  expect(
    Object.entries(endpoints)
      .filter(([, endpoint]) => !served?.has(endpoint))
      .map(([name]) => name),
  ).toEqual([])
  expect(Object.keys(allowed).sort()).toEqual(Object.keys(endpoints).sort())
})

const params = { id: newId(), orgId: organization.id, documentId: newId(), code: '123456' }

test.each(Object.entries(endpoints))('%s answers each person as the matrix says', async (name, endpoint) => {
  for (const [person, token] of Object.entries(persons) as [keyof typeof persons, string | undefined][]) {
    // Signing out everywhere would end the session this walk goes on with.
    const caller = name === 'logoutAll' && token ? ((await freshToken(person)) ?? token) : token
    const input = { params, query: { orgId: organization.id }, ...(endpoint.body !== undefined && { body: {} }) }
    const { status } = await callWith(name === 'logout' ? undefined : caller)(endpoint, input)
    const expected = mayCall[allowed[name]!]
    if (expected.includes(person)) {
      // What a public call says of wrong credentials or of too many tries is not about the person.
      const answers = allowed[name] === 'public' ? [200, 400, 401, 404, 409, 429] : [200, 400, 404, 406, 409, 415]
      expect(answers, `${person} may`).toContain(status)
    } else {
      const isForStaff = allowed[name] !== 'organization' && allowed[name] !== 'device'
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
