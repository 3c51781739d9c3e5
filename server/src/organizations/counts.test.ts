import { acceptInvite } from '@hikmah/contract/accept-invite'
import { invites as inviteContract } from '@hikmah/contract/invites/endpoints'
import { organizations as contract } from '@hikmah/contract/organizations/endpoints'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../test/given.ts'
import { startServer } from '../../test/start.ts'

const { as, call } = await startServer()
const admin = await as('admin')

interface Known {
  code: string
  email: string
}
const invites = new Map<string, Known>()
const organizations: string[] = []
let counter = 0

async function send(id: string | undefined) {
  counter += 1
  const { status, data } = await admin(inviteContract.inviteOrganization, {
    body: {
      orgName: 'Masjid',
      orgAdmin: 'Omar',
      orgEmail: `counts${counter}@masjid.example`,
      phoneFax: { primaryPhone: '5105550123' },
      id: id ?? '',
    },
  })
  if (status === 200) invites.set(data._id, { code: data.invitationsDetails.inviteAccessCode, email: data.orgEmail })
}

async function accept(known: Known) {
  const body = { ...known, password: PASSWORD, agreements: ['agreement' as const, 'terms' as const] }
  const { status, data } = await call(acceptInvite.acceptInvite, { body })
  if (status === 200) organizations.push(data.orgId)
}

const step = fc.record({
  verb: fc.constantFrom('send', 'resend', 'revoke', 'accept', 'status'),
  which: fc.nat(),
  status: fc.constantFrom('approved', 'onboarding', 'blocked'),
})

async function run({
  verb,
  which,
  status,
}: {
  verb: string
  which: number
  status: 'approved' | 'onboarding' | 'blocked'
}) {
  const ids = [...invites.keys()]
  const id = ids[which % ids.length]
  const orgId = organizations[which % organizations.length]
  if (verb === 'send') await send(undefined)
  if (verb === 'resend' && id) await send(id)
  if (verb === 'revoke' && id) {
    const { status: answer } = await admin(inviteContract.revokeInvite, { params: { id } })
    expect(answer).toBeLessThan(500)
  }
  if (verb === 'accept' && id) await accept(invites.get(id)!)
  if (verb === 'status' && orgId) {
    const params = { id: orgId }
    const { status: answer } = await admin(contract.changeOrganizationStatus, { params, body: { status } })
    expect(answer).toBeLessThan(500)
  }
}

test('whatever is done in whatever order, the counts are those of the rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      // Some of them at the same time, as people do.
      for (let i = 0; i < steps.length; i += 4) await Promise.all(steps.slice(i, i + 4).map(run))
      for (const endpoint of [contract.listOrganizations, inviteContract.listInvites]) {
        const all = (await admin(endpoint, {})).data
        const { meta } = await admin(endpoint, { query: { page: 1 } })
        const { all: sum, ...counts } = meta.counts
        expect(sum).toBe(all.length)
        for (const [status, many] of Object.entries(counts)) {
          expect([status, many]).toEqual([status, all.filter((row) => row.orgStatus === status).length])
        }
      }
    }),
    { numRuns: 12 },
  )
})
