import { agreements } from '@hikmah/contract/agreements'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { newId } from '../kit/db/ids.ts'
import { agreementLogs } from './table.ts'

const { given, as, db } = await startServer()
const manager = await as('manager')
const { id } = await given.organization()

const logged = (i: number, organizationId = id) => ({
  id: newId(),
  organizationId,
  userName: `member${i % 3}@masjid.example`,
  logType: i % 2 === 0 ? ('agreement' as const) : ('terms' as const),
  createdAt: new Date(Date.UTC(2026, 0, i + 1)),
  ipAddress: `203.0.113.${i}`,
  browser: i === 5 ? 'Safari 19' : 'Firefox 140',
  operatingSystem: 'Linux',
  device: 'Desktop',
  log: 'Accepted',
})
await db.insert(agreementLogs).values(Array.from({ length: 12 }, (_, i) => logged(i)))
await db.insert(agreementLogs).values(logged(1, (await given.organization()).id))
const list = (query: object) => manager(agreements.listAgreements, { params: { id }, query })

test('ten at a time, oldest first, or as asked', async () => {
  const { data, meta } = await list({})
  expect(data.map((entry) => entry.ipAddress)).toEqual(Array.from({ length: 10 }, (_, i) => `203.0.113.${i}`))
  expect(meta).toEqual({ total: 12, page: 1, limit: 10, counts: { all: 12, agreement: 6, terms: 6 }, whole: 12 })
  expect((await list({ page: 2 })).data).toHaveLength(2)
  expect((await list({ sort: '-createdAt', limit: 1 })).data[0]?.ipAddress).toBe('203.0.113.11')
})

test('searched by who, where and with what, and by what was agreed to', async () => {
  expect((await list({ q: 'safari' })).data.map((entry) => entry.ipAddress)).toEqual(['203.0.113.5'])
  const { meta } = await list({ q: 'member0', status: 'terms' })
  expect(meta).toMatchObject({ total: 2, counts: { all: 4, agreement: 2, terms: 2 }, whole: 12 })
})

test('of an organization that is none there is no list', async () => {
  expect((await manager(agreements.listAgreements, { params: { id: newId() }, query: {} })).status).toBe(404)
})
