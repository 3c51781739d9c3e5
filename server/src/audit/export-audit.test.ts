import { audit } from '@hikmah/contract/audit'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { record } from '../kit/audit/audit.ts'
import { systemActor } from '../kit/auth/actor.ts'

const { as } = await startServer()
const { listAudit, verifyAudit, exportAudit } = audit
const { decideTaxReview } = taxVerification
const asOwner = await as('owner')

/** The records of a CSV whose quoted cells may hold anything. */
const cellsOf = (text: string) =>
  text
    .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .filter((line) => line !== '')
    .map((line) =>
      line
        .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
        .map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)),
    )

test('an owner takes the entries of a filter away as CSV, oldest first, and that is an entry too', async () => {
  const other = await startServer()
  const person = await other.given.staff('owner', { firstName: '=cmd()', lastName: 'Noor, "the owner"' })
  const asPerson = other.callWith(person.token)
  const { id, name } = await other.given.organization({ name: '+Masjid', ein: '12-3456789' })
  for (const status of ['Pending', 'Approved']) {
    await asPerson(decideTaxReview, { params: { orgId: id }, body: { taxIdEinDetail: { status } } })
  }

  const reply = await asPerson(exportAudit, { query: { entity: 'organization', id } })

  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename=audit-\d{4}-\d\d-\d\d\.csv$/)
  const [head, ...lines] = cellsOf(reply.text)
  expect(head).toContain('Changes')
  expect(lines.map((cells) => cells[0])).toEqual(['1', '2'])
  expect(lines[0]?.slice(2, 9)).toEqual([
    'staff',
    person.id,
    '\'=cmd() Noor, "the owner"',
    'tax-review.decided',
    'organization',
    id,
    `'${name}`,
  ])
  expect(JSON.parse(lines[1]?.[10] ?? '')).toEqual({ einStatus: { before: 'Pending', after: 'Approved' } })
  expect(reply.text.endsWith('\r\n')).toBe(true)

  const [entry] = (await asPerson(listAudit, { query: { entity: 'audit' } })).data
  expect(entry).toMatchObject({
    action: 'audit.exported',
    actor: { id: person.id },
    changes: { entity: { before: null, after: 'organization' }, id: { before: null, after: id } },
  })
  const whole = cellsOf((await asPerson(exportAudit, { query: {} })).text)
  expect(whole.slice(1).map((cells) => cells[5])).toEqual([
    'tax-review.decided',
    'tax-review.decided',
    'audit.exported',
    'audit.exported',
  ])
  expect((await asPerson(verifyAudit, {})).data.ok).toBe(true)
})

test('an export of many entries has every one once, in order', async () => {
  const other = await startServer()
  await other.house.change(systemActor('Test'), async (tx) => {
    for (let i = 0; i < 1203; i += 1) {
      record(tx, { action: 'mail.resent', entity: 'mail', entityId: String(i), entityName: `Line\n${i}` })
    }
  })
  const { text } = await (await other.as('owner'))(exportAudit, { query: { entity: 'mail' } })
  expect(
    cellsOf(text)
      .slice(1)
      .map((cells) => cells[7]),
  ).toEqual(Array.from({ length: 1203 }, (_, i) => String(i)))
})

test('admins and managers export nothing, and a wrong filter is named', async () => {
  for (const role of ['admin', 'manager'] as const) {
    expect((await (await as(role))(exportAudit, { query: {} })).status).toBe(403)
  }
  const reply = await asOwner(exportAudit, { query: { from: 'yesterday' } })
  expect(reply.status).toBe(400)
  expect(reply.error.fields).toHaveProperty('from')
})
