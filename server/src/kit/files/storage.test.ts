import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { makeFolder, startBucket } from '../../../test/stores.ts'
import { newId } from '../db/ids.ts'
import { openStorage, type Storage } from './storage.ts'

const stores = [
  { where: 'a folder', url: pathToFileURL(`${makeFolder()}/uploads`) },
  { where: 'a bucket', url: new URL(await startBucket()) },
]

const namesIn = async (storage: Storage) =>
  (await Array.fromAsync(storage.list()))
    .flat()
    .map(({ name }) => name)
    .toSorted()

describe.each(stores)('$where', ({ url }) => {
  const storage = openStorage(url)
  const readDraft = async (name: string) => (await buffer(await storage.openDraft(name))).toString()

  test('keeps what is put into it until it is removed', async () => {
    expect(await namesIn(storage)).toEqual([])
    const bytes = randomBytes(3_000_000)
    await storage.put('first', bytes)
    await storage.put('first', bytes)
    await storage.put('second', Buffer.from('second'))
    expect((await buffer(await storage.open('first'))).equals(bytes)).toBe(true)
    const [file] = (await Array.fromAsync(storage.list())).flat().filter(({ name }) => name === 'first')
    expect(file).toMatchObject({ size: bytes.length })
    expect(Math.abs(file!.storedAt.getTime() - Date.now())).toBeLessThan(60_000)
    await storage.remove('first')
    await storage.remove('first')
    expect(await namesIn(storage)).toEqual(['second'])
    await expect(storage.open('first')).rejects.toThrow()
    await storage.remove('second')
  })

  test('puts the parts of a draft behind one another, and what is sent again in its place', async () => {
    const name = `irs-${newId()}.part/0`
    expect(await storage.draftSize(name)).toBe(0)
    await storage.writeDraft(name, 0, Buffer.from('In the name of '))
    await storage.writeDraft(name, 15, Buffer.from('Gud, and more'))
    await storage.writeDraft(name, 28, Buffer.from(' and more'))
    expect(await storage.draftSize(name)).toBe(37)
    // In the middle of a part: what was behind it is gone.
    await storage.writeDraft(name, 16, Buffer.from('od'))
    expect([await storage.draftSize(name), await readDraft(name)]).toEqual([18, 'In the name of God'])
    await storage.writeDraft(name, 0, Buffer.from('Anew'))
    expect([await storage.draftSize(name), await readDraft(name)]).toEqual([4, 'Anew'])
    await storage.writeDraft(`${name.slice(0, -1)}1`, 0, Buffer.from('the other file'))
    expect(new Set(await namesIn(storage))).toEqual(new Set([name.split('/')[0]]))
    await storage.remove(name.split('/')[0]!)
    expect(await storage.draftSize(name)).toBe(0)
    expect(await namesIn(storage)).toEqual([])
  })

  test('gives a long draft out in order, here as a file', async () => {
    const name = `paper-${newId()}.part`
    const bytes = randomBytes(50_000)
    for (let at = 0; at < bytes.length; at += 1000) await storage.writeDraft(name, at, bytes.subarray(at, at + 1000))
    expect((await buffer(await storage.openDraft(name))).equals(bytes)).toBe(true)
    const path = await storage.localDraft(name, makeFolder())
    expect(readFileSync(path).equals(bytes)).toBe(true)
    await storage.remove(name)
  })

  test('lists more than one page', async () => {
    const all = Array.from({ length: 1003 }, (_, n) => `file-${String(n).padStart(4, '0')}`)
    for (let n = 0; n < all.length; n += 100) {
      await Promise.all(all.slice(n, n + 100).map((name) => storage.put(name, Buffer.from(name))))
    }
    const pages = await Array.fromAsync(storage.list())
    expect(pages.length).toBeGreaterThan(1)
    expect(await namesIn(storage)).toEqual(all)
  })
})
