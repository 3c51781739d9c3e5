import type { Organization } from '@hikmah/contract/organizations/schemas'
import { expect, test } from 'vitest'
import { currentStep, setUpAt, setupSteps } from './setup-steps.ts'

const AT = '2026-11-10T09:00:00.000Z'
const open = { status: null, submittedAt: null, reviewedAt: null }
const decided = (status: 'Approved' | 'Rejected' | 'Pending') => ({ status, submittedAt: AT, reviewedAt: AT })
const submitted = (status: 'Submitted' | 'Resubmitted') => ({
  _id: 's',
  status,
  submittedAt: Date.parse(AT),
  snapshot: {},
})

type Tax = Partial<Record<keyof Organization['taxIdStatus'], unknown>>
type Setup = Partial<Organization['setup']>

const organization = ({ tax = {}, setup = {}, ...more }: { tax?: Tax; setup?: Setup; orgStatus?: string } = {}) =>
  ({
    orgStatus: 'onboarding',
    createdAt: AT,
    statusChanges: [{ to: more.orgStatus, at: '2026-11-20T09:00:00.000Z' }],
    taxIdStatus: {
      taxIdEinDetail: open,
      taxExemptDetail: open,
      events: [],
      documents: [],
      askedAt: null,
      waitingSince: null,
      ...tax,
    },
    setup: {
      invite: { sentAt: '2026-11-09T11:00:00.000Z', acceptedAt: AT },
      plans: { count: 0, since: null },
      devices: { count: 0, since: null },
      freeDevices: 2,
      ...setup,
    },
    ...more,
  }) as unknown as Organization

const told = (given: Parameters<typeof organization>[0]) => {
  const current = currentStep(setupSteps(organization(given)))
  return current && [current.name, current.turn, current.before]
}
const papers = { events: [submitted('Submitted')], documents: [{ eventId: 's' }, { eventId: 'before' }] }
const both = { ...papers, taxIdEinDetail: decided('Approved'), taxExemptDetail: decided('Approved') }
const plan = { plans: { count: 1, since: AT } }
const device = { devices: { count: 2, since: '2026-11-30T09:00:00.000Z' } }

test.each<[string, Parameters<typeof organization>[0], (string | undefined)[] | undefined]>([
  ['nothing is sent', {}, ['Papers', 'theirs', 'None yet, theirs to send']],
  ['papers are asked for', { tax: { ...papers, askedAt: AT } }, ['Papers', 'theirs', 'Asked for']],
  ['they were rejected', { tax: { ...papers, taxIdEinDetail: decided('Rejected') } }, ['Papers', 'theirs', 'Rejected']],
  [
    'one is rejected and the other waits',
    { tax: { ...papers, taxIdEinDetail: decided('Rejected'), taxExemptDetail: decided('Pending'), waitingSince: AT } },
    ['Approval', 'ours', expect.stringMatching(/^Waits for us, \d+ [dy]$/)],
  ],
  ['they are decided', { tax: both }, ['Approval', 'ours', 'Reviews done, waits for us']],
  ['no exemption is claimed', { tax: papers }, ['Approval', 'ours', 'Waits for us']],
  ['it is approved', { tax: both, orgStatus: 'approved' }, ['Plan', 'theirs', 'None yet, theirs to choose']],
  ['it has a plan', { tax: both, orgStatus: 'approved', setup: plan }, ['Device', 'ours', 'None yet, 2 in stock']],
  [
    'the stock is empty',
    { tax: both, orgStatus: 'approved', setup: { ...plan, freeDevices: 0 } },
    ['Device', 'ours', 'None yet, none in stock'],
  ],
  [
    'it is blocked',
    { tax: both, orgStatus: 'blocked', setup: { ...plan, ...device } },
    ['Approval', 'blocked', 'Blocked'],
  ],
  ['all is done', { tax: both, orgStatus: 'approved', setup: { ...plan, ...device } }, undefined],
])('when %s, the step that comes next says whose turn it is', (_, given, expected) => {
  expect(told(given)).toEqual(expected)
})

test('a done step says what was done and when; the last of them is the day it was set up', () => {
  const steps = setupSteps(organization({ tax: both, orgStatus: 'approved', setup: { ...plan, ...device } }))
  expect(steps).toEqual([
    { name: 'Invite accepted', isDone: true, at: AT, after: 'in 22 h' },
    { name: 'Papers', isDone: true, before: '1 paper, sent', at: AT },
    { name: 'Approval', isDone: true, before: 'Approved', at: '2026-11-20T09:00:00.000Z' },
    { name: 'Plan', isDone: true, before: '1 plan since', at: AT },
    { name: 'Device', isDone: true, before: '2 devices since', at: '2026-11-30T09:00:00.000Z' },
  ])
  expect(setUpAt(steps)).toBe('2026-11-30T09:00:00.000Z')
  const again = { events: [submitted('Submitted'), submitted('Resubmitted')] }
  expect(setupSteps(organization({ tax: again, setup: { invite: null } })).slice(0, 2)).toMatchObject([
    { before: 'Joined', after: 'without one' },
    { before: 'EIN, sent again' },
  ])
})
