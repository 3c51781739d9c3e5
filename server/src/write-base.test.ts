import { hash } from 'node:crypto'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startServer } from '../test/start.ts'
import { makeFolder } from '../test/stores.ts'
import { createFileStore } from './kit/files/files.ts'
import { openStorage } from './kit/files/storage.ts'
import { archiveFolders } from './kit/postgres/archive.ts'
import { openUploadsArchive, pruneUploads } from './write-base.ts'

const { house } = await startServer()

const configFor = (archive: string, storageUrl = pathToFileURL(makeFolder())) => ({
  ...house.config,
  walArchiveDir: archive,
  storageUrl,
})

const keep = (config: ReturnType<typeof configFor>, text: string) =>
  house.database.transaction((tx) =>
    createFileStore(openStorage(config.storageUrl), openUploadsArchive(config)).keep(tx, Buffer.from(text)),
  )

test('an upload is copied to the archive, is kept without it too, and its copy goes once no base needs it', async () => {
  const archive = makeFolder()
  const { uploads } = archiveFolders(archive)
  const [old, young] = [await keep(configFor(archive), 'old'), await keep(configFor(archive), 'young')]
  expect(readdirSync(uploads).sort()).toEqual([old, young].sort())

  const oldest = new Date('2026-11-20T02:30:00Z')
  utimesSync(join(uploads, old), oldest, new Date('2026-11-19T02:29:59Z'))
  utimesSync(join(uploads, young), oldest, new Date('2026-11-19T02:30:01Z'))
  await pruneUploads(archive, oldest)
  expect(readdirSync(uploads)).toEqual([young])

  expect(await keep(configFor(import.meta.filename), 'other')).toBe(hash('sha256', 'other'))
  expect(openUploadsArchive(configFor(archive, new URL('s3://bucket/prefix')))).toBeUndefined()
})
