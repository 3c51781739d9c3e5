import pg from 'pg'
import { importDraft } from '../src/irs-registry/imports.ts'
import type { ImportedFile } from '../src/irs-registry/table.ts'
import { type StaffActor, systemActor } from '../src/kit/auth/actor.ts'
import { openStorage } from '../src/kit/files/storage.ts'
import type { Config } from '../src/kit/process/config.ts'
import { ConfigError } from '../src/kit/process/config-error.ts'

interface Row {
  files: ImportedFile[]
  force: boolean
  snapshot_on: string | null
  requested_by: string
  requested_by_id: string
}

/** What an owner has uploaded for an import, and who it was. */
export async function readUploaded(url: string, { storageUrl, dataDir }: Config, id: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client
    .query<Row>(
      `select files, force, to_char(snapshot_on, 'YYYY-MM-DD') as snapshot_on, requested_by, requested_by_id
       from irs_imports where id = $1`,
      [id],
    )
    .finally(() => client.end())
  const [row] = rows
  if (!row) throw new ConfigError(`There is no import ${id}`)
  const by: StaffActor = {
    ...systemActor(row.requested_by),
    kind: 'staff',
    id: row.requested_by_id,
    userName: '',
    role: 'hikmah_owner',
    sessionId: '',
  }
  const storage = openStorage(storageUrl)
  const paths: { name: string; path: string }[] = []
  for (const [n, { name }] of row.files.entries())
    paths.push({ name, path: await storage.localDraft(importDraft(id, n), dataDir) })
  return {
    paths,
    force: row.force,
    snapshotOn: row.snapshot_on,
    by,
  }
}
