import { hash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { media as mediaEndpoints } from '@hikmah/contract/media'
import { describe, expect, test } from 'vitest'
import { picture, startWithMedia } from '../test/media.ts'
import { bothStores } from '../test/stores.ts'
import { newId } from './kit/db/ids.ts'
import { DAY_S } from './kit/process/clock.ts'
import { media } from './media/table.ts'
import { sweepFiles } from './sweep-files.ts'

const started = await Promise.all(
  (await bothStores()).map(async ([where, env]) => ({ where, server: await startWithMedia(env) })),
)

describe.each(started)('$where', ({ server }) => {
  const { house, db, clock, admin, upload } = server
  const names = async () => {
    const pages = await Array.fromAsync(house.files.list())
    return [...new Set(pages.flat().map(({ name }) => name))].toSorted()
  }

  test('what a cut-off upload left is removed after a day, and what a row names or is none of ours stays', async () => {
    const { data: kept } = await upload(await picture())
    const { data: deleted } = await upload(await picture())
    await admin(mediaEndpoints.deleteMedia, { params: { id: deleted._id } })
    const named = (await db.select({ sha256: media.sha256 }).from(media)).map(({ sha256 }) => sha256)
    const bytes = randomBytes(10)
    const orphan = hash('sha256', bytes)
    await house.files.put(orphan, bytes)
    for (const name of [`paper-${newId()}.part`, `irs-${newId()}.part/0`, `irs-${newId()}.part/1`])
      await house.files.writeDraft(name, 0, bytes)
    await house.files.put(`${newId()}.part`, bytes)
    const foreign = ['README', 'paper-1.part', `${orphan}.old`]
    for (const name of foreign) await house.files.put(name, bytes)
    const before = await names()
    expect(before).toHaveLength(named.length + 1 + 1 + 4 + foreign.length)

    clock.advance(DAY_S - 60)
    await sweepFiles(house)
    expect(await names()).toEqual(before)

    clock.advance(120)
    await sweepFiles(house)
    expect(await names()).toEqual([...named, ...foreign].toSorted())
    expect((await server.app.inject(`/api/media/${kept._id}/file`)).statusCode).toBe(200)
    for (const name of foreign) await house.files.remove(name)
  })

  test('a store that removes slowly holds up uploads for two seconds and not for all that is to be removed', async () => {
    const orphans = [1, 2, 3].map(() => randomBytes(10))
    for (const bytes of orphans) await house.files.put(hash('sha256', bytes), bytes)
    clock.advance(2 * DAY_S)
    const remove = async (name: string) => {
      await sleep(2100)
      await house.files.remove(name)
    }
    const left = async () => (await names()).filter((name) => orphans.some((bytes) => hash('sha256', bytes) === name))
    await sweepFiles({ ...house, files: { ...house.files, remove } })
    expect(await left()).toHaveLength(2)
    await sweepFiles(house)
    expect(await left()).toEqual([])
  })

  test('what is kept again while the sweep looks is not removed, since its row may be about to be written', async () => {
    const bytes = randomBytes(10)
    const name = hash('sha256', bytes)
    await house.files.put(name, bytes)
    clock.advance(2 * DAY_S)
    await house.database.transaction(async (tx) => {
      await house.files.keep(tx, bytes)
      await sweepFiles(house)
      expect(await names()).toContain(name)
    })
    await sweepFiles(house)
    expect(await names(), 'no row came').not.toContain(name)
  })
})
