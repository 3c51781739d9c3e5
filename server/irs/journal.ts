import type { ImportStatus, RegistryKind } from '@hikmah/contract/irs-registry/words'
import pg from 'pg'
import { ENDED_EARLY } from '../src/irs-registry/imports.ts'
import type { ImportedFile, MadeSource } from '../src/irs-registry/table.ts'
import { Refused } from './refused.ts'

const EVERY_MS = 1000

export interface Progress {
  kind: RegistryKind | undefined
  bytes: number
  totalBytes: number
  rows: number
  /** All is read, and the indexes are made. */
  isFinishing: boolean
}

export interface Journal {
  id: string
  /** The import has the lock and works on the connection of that process of the database. */
  begin(backend: number): Promise<void>
  expect(totalBytes: number): void
  at(kind: RegistryKind): void
  read(bytes: number): void
  rows(count: number): void
  finishing(): void
  cancel(): void
  end(status: ImportStatus, made: MadeSource[], problem?: string): Promise<void>
}

class Cancelled extends Error {}

interface Kept {
  id: string
  files: ImportedFile[]
  by: { id: string; name: string }
}

/**
 * Records the progress of an import on a connection of its own, so that others see it, and learns there when to stop.
 * `onProgress` is called each time it is recorded.
 */
export async function openJournal(url: string, kept: Kept, onProgress: (progress: Progress) => void): Promise<Journal> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const progress: Progress = { kind: undefined, bytes: 0, totalBytes: 0, rows: 0, isFinishing: false }
  let backend: number | undefined
  let timer: NodeJS.Timeout | undefined
  let isCancelled = false
  let isBusy = false

  /** What runs in the database is ended there; between two statements the next one is refused. */
  const cancel = () => {
    isCancelled = true
    if (backend) void client.query('select pg_cancel_backend($1)', [backend]).catch(() => undefined)
  }
  const save = async () => {
    const { kind, bytes, totalBytes, rows } = progress
    const { rows: found } = await client.query<{ is_cancelled: boolean }>(
      `update irs_imports set kind = $2, bytes = $3, total_bytes = $4, rows = $5, heard_at = now()
       where id = $1 returning is_cancelled`,
      [kept.id, kind ?? null, bytes, totalBytes, rows],
    )
    if (found[0]?.is_cancelled || isCancelled) cancel()
  }
  const tick = () => {
    onProgress({ ...progress })
    if (isBusy) return
    isBusy = true
    save()
      .catch(() => undefined)
      .finally(() => {
        isBusy = false
      })
  }

  return {
    id: kept.id,
    begin: async (pid) => {
      backend = pid
      // An import marked running without the lock has died.
      await client.query(
        `update irs_imports set status = 'failed', finished_at = now(), problem = $2 where status = 'running' and id <> $1`,
        [kept.id, ENDED_EARLY],
      )
      await client.query(
        `insert into irs_imports (id, origin, status, files, requested_by, requested_by_id, created_at, heard_at)
         values ($1, 'command', 'running', $2, $3, $4, now(), now())
         on conflict (id) do update set status = 'running', heard_at = now(), bytes = 0, rows = 0, problem = ''`,
        [kept.id, JSON.stringify(kept.files), kept.by.name, kept.by.id],
      )
      timer = setInterval(tick, EVERY_MS)
      await save()
      if (isCancelled) throw new Cancelled()
    },
    expect: (totalBytes) => {
      progress.totalBytes = totalBytes
    },
    at: (kind) => {
      progress.kind = kind
      progress.isFinishing = false
    },
    read: (bytes) => {
      if (isCancelled) throw new Cancelled()
      progress.bytes += bytes
    },
    rows: (count) => {
      progress.rows += count
    },
    finishing: () => {
      progress.isFinishing = true
      onProgress({ ...progress })
    },
    cancel,
    end: async (status, made, problem = '') => {
      clearInterval(timer)
      // A tick may still be under way on this connection, which takes one query after the other.
      await client.query(
        `update irs_imports set status = $2, made = $3, problem = $4, kind = $5, bytes = $6, total_bytes = $7, rows = $8,
           heard_at = now(), finished_at = now() where id = $1`,
        [
          kept.id,
          status,
          JSON.stringify(made),
          problem,
          progress.kind ?? null,
          progress.bytes,
          progress.totalBytes,
          progress.rows,
        ],
      )
      await client.end()
    },
  }
}

/** How an import that threw is recorded. */
export function outcomeOf(error: unknown): { status: ImportStatus; problem: string } {
  const { code, message } = error as Error & { code?: string }
  // The second is what a statement says that was ended by `cancel`.
  if (error instanceof Cancelled || code === '57014') return { status: 'cancelled', problem: '' }
  if (error instanceof Refused) return { status: 'refused', problem: error.message }
  if (code === '53100' || code === 'ENOSPC')
    return { status: 'failed', problem: 'The disk is full. Free some space and import again.' }
  return { status: 'failed', problem: `The import failed: ${message}. Import again.` }
}
