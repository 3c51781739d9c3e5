import { execFile } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createFileStore } from '../src/kit/files/files.ts'
import { openStorage } from '../src/kit/files/storage.ts'
import { makeFolder, startBucket } from '../test/stores.ts'

const run = promisify(execFile)

test('the uploads of a folder are copied to a bucket, the rest of a copy that was cut off, and no damaged one', async () => {
  const folder = pathToFileURL(makeFolder())
  const bucket = await startBucket()
  const [from, to] = [openStorage(folder), createFileStore(openStorage(new URL(bucket)))]
  const copy = async (...args: string[]) => {
    const env = { ...process.env, STORAGE_URL: folder.href }
    const script = join(import.meta.dirname, 'copy-storage.ts')
    return (await run('node', [script, ...args], { env }).catch((failure: { stderr: string }) => failure)).stderr
  }
  const all = Array.from({ length: 5 }, () => randomBytes(2000))
  const names = all.map((bytes) => hash('sha256', bytes))
  for (const [n, bytes] of all.entries()) await from.put(names[n]!, bytes)
  await from.writeDraft('paper-1.part', 0, Buffer.from('not whole'))
  await to.put(names[0]!, all[0]!)
  await to.put(names[1]!, all[1]!.subarray(0, 10))

  expect(await copy(bucket)).toBe('4 copied to s3://files/console, 1 were there.\n')
  for (const [n, bytes] of all.entries()) expect((await to.read(names[n]!)).equals(bytes)).toBe(true)
  expect((await Array.fromAsync(to.list())).flat()).toHaveLength(5)
  expect(await copy(bucket)).toBe('0 copied to s3://files/console, 5 were there.\n')

  await from.put(names[0]!, randomBytes(2001))
  expect(await copy(bucket)).toContain(`the uploaded file ${names[0]} is damaged`)
  expect((await to.read(names[0]!)).equals(all[0]!)).toBe(true)
  expect(await copy()).toContain('npm run storage:copy')
  expect(await copy('s3://key:secret@bucket')).toMatch(/^STORAGE_URL: (?!.*secret)/)
})
