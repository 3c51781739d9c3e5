import { hash } from 'node:crypto'
import { papersLink } from '@hikmah/contract/papers-link'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PDF, startPapers } from '../../test/papers-link.ts'
import { bothStores } from '../../test/stores.ts'
import { HOLD_FILES } from '../kit/files/files.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import { sweepFiles } from '../sweep-files.ts'
import { papersLinks } from './table.ts'
import { forgetUnsentPapers, paperDraft } from './upload-papers.ts'

const scan = Buffer.concat([PDF, Buffer.alloc(300_000, 'a')])
const hashOf = (bytes: Buffer) => hash('sha256', bytes)

afterEach(() => void vi.restoreAllMocks())

const started = await Promise.all(
  (await bothStores()).map(async ([where, env]) => ({ where, server: await startPapers(env) })),
)

describe.each(started)('where something fails in the middle, nothing is half-stored in $where', ({ server }) => {
  const { call, db, house, clock, statusOf, asked, read, upload, submit } = server
  const remove = (token: string, id: string) => call(papersLink.removePaper, { params: { token, id } })
  const hasDraft = async (id: string) => (await house.files.draftSize(paperDraft(id))) > 0
  const names = async () => {
    const pages = await Array.fromAsync(house.files.list())
    return [...new Set(pages.flat().map(({ name }) => name))].toSorted()
  }
  const sweep = async () => {
    await forgetUnsentPapers(house)
    await sweepFiles(house)
  }

  test('a disk that is full', async () => {
    const { token } = await asked()
    const before = await names()
    vi.spyOn(house.files, 'keep').mockRejectedValueOnce(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
    expect((await upload(token, PDF)).status).toBe(507)
    expect((await read(token)).data.documents).toEqual([])
    expect(await names()).toEqual(before)
    expect((await upload(token, PDF)).status).toBe(200)

    const { data: begun } = await upload(token, scan.subarray(0, 100_000), { size: scan.length })
    const rest = () => upload(token, scan.subarray(100_000), { id: begun._id, at: 100_000 })
    vi.spyOn(house.files, 'keep').mockRejectedValueOnce(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
    expect((await rest()).status).toBe(507)
    expect((await read(token)).data.documents.at(-1)).toEqual(begun)
    expect((await rest()).data.received).toBe(scan.length)
  })

  test('a database that refuses while the papers are sent', async () => {
    const { organization, token } = await asked()
    const { data: paper } = await upload(token, PDF)
    const before = await statusOf(organization.id)
    await db.execute(
      sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''away''; end'`,
    )
    await db.execute(sql`create trigger refused before insert on tax_documents execute function refuse()`)
    expect((await submit(token, { documentIds: [paper._id] })).status).toBe(500)
    await db.execute(sql`drop trigger refused on tax_documents`)
    expect(await statusOf(organization.id)).toEqual(before)
    expect((await read(token)).data.submitted).toBe(null)
    expect((await submit(token, { documentIds: [paper._id] })).status).toBe(200)
  })

  test('a disk that lost what it had', async () => {
    const { token } = await asked()
    const { data: begun } = await upload(token, scan.subarray(0, 100_000), { size: scan.length })
    await house.files.remove(paperDraft(begun._id))
    const rest = await upload(token, scan.subarray(100_000), { id: begun._id, at: 100_000 })
    expect([rest.status, rest.error.current.received]).toEqual([409, 0])
    expect((await upload(token, scan, { id: begun._id, at: 0 })).data.received).toBe(scan.length)
  })

  test('papers that were never sent are thrown away a day after their link has ended, and no others', async () => {
    const before = await names()
    const first = await asked()
    const second = await asked()
    const third = await asked()
    const unsent = Buffer.concat([PDF, Buffer.from('of nobody')])
    const { data: begun } = await upload(first.token, scan.subarray(0, 100_000), { size: scan.length })
    await upload(first.token, unsent)
    // What is removed again, and what has the same content as a paper that is sent or that an open link has.
    const { data: removed } = await upload(first.token, Buffer.concat([unsent, unsent]))
    await remove(first.token, removed._id)
    const shared = Buffer.concat([PDF, Buffer.from('of two')])
    await upload(first.token, shared)
    const { data: sent } = await upload(second.token, shared)
    await submit(second.token, { documentIds: [sent._id] })
    clock.advance(14 * DAY_S + 1)
    await sweep()
    expect(await hasDraft(begun._id), 'who is a little late finds it again').toBe(true)
    await db
      .update(papersLinks)
      .set({ expiresAt: secondsAfter(clock.now(), 2 * DAY_S) })
      .where(eq(papersLinks.organizationId, third.organization.id))
    const open = Buffer.concat([PDF, Buffer.from('of an open link')])
    await upload(third.token, open)
    await upload(third.token, unsent.subarray(0, unsent.length - 1))
    clock.advance(DAY_S)
    await sweep()
    const left = [shared, open, unsent.subarray(0, unsent.length - 1)]
    expect((await names()).filter((name) => !before.includes(name)).toSorted()).toEqual(left.map(hashOf).toSorted())
    expect((await read(third.token)).data.documents).toHaveLength(2)
  })

  test('nothing is thrown away while a backup copies the files', async () => {
    const { token } = await asked()
    const { data: begun } = await upload(token, scan.subarray(0, 100_000), { size: scan.length })
    clock.advance(15 * DAY_S + 1)
    await house.database.transaction(async (tx) => {
      await tx.execute(sql.raw(HOLD_FILES.replace('_lock_', '_xact_lock_')))
      await sweep()
    })
    expect(await hasDraft(begun._id)).toBe(true)
    await sweep()
    expect(await hasDraft(begun._id)).toBe(false)
  })
})
