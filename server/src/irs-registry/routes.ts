import type { Parsed } from '@hikmah/contract/endpoint'
import { irsRegistry, type RegistryImport } from '@hikmah/contract/irs-registry/endpoints'
import {
  findFilesProblem,
  IMPORT_PART_BYTES,
  isImportOver,
  whyNotCancelImport,
} from '@hikmah/contract/irs-registry/words'
import { and, eq, lt } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Files, House, Reads, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { limit } from '../kit/auth/throttle.ts'
import { newId } from '../kit/db/ids.ts'
import { conflict, invalid } from '../kit/errors/refusal.ts'
import { assertFollows, readPart } from '../kit/files/parts.ts'
import type { Serve } from '../kit/http/serve.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import {
  ABANDONED_S,
  aboutImport,
  FUTURE_DATE,
  GIVEN_UP,
  type ImportRow,
  importColumns,
  importDraft,
  importDrafts,
  importJob,
  isInFuture,
  listImports,
  listKeptSources,
  lockImport,
  presentImport,
  readImport,
} from './imports.ts'
import { checkRegistry } from './queries.ts'
import { irsImports } from './table.ts'

/** The IRS publishes monthly; somebody may have to try again. */
const IMPORTS_A_DAY = 50

/** The files are sent afterwards, in parts. */
async function startImport(
  house: Reads & Writes & Settings,
  actor: StaffActor,
  asked: Parsed<typeof irsRegistry.startRegistryImport>['body'],
): Promise<RegistryImport> {
  const { files, snapshotOn = null, force = false } = asked
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const problem = findFilesProblem(files)
  if (problem) throw invalid('files', problem)
  if (snapshotOn && isInFuture(snapshotOn, house.clock.now())) throw invalid('snapshotOn', FUTURE_DATE)
  const message = 'Too many imports today. Try again tomorrow.'
  await limit(house, { key: `irs-imports:${actor.id}`, max: IMPORTS_A_DAY, windowS: DAY_S, message })
  return house.change(actor, async (tx) => {
    const [row] = await tx
      .insert(irsImports)
      .values({
        id: newId(),
        origin: 'console',
        status: 'uploading',
        files,
        force,
        snapshotOn,
        totalBytes: total,
        requestedBy: actor.name,
        requestedById: actor.id,
        createdAt: tx.at,
        heardAt: tx.at,
      })
      .returning(importColumns)
    record(tx, {
      action: 'irs-registry.started',
      ...aboutImport(row!),
      after: { files: files.map(({ name }) => name), snapshotOn },
    })
    return presentImport(row!, tx.at)
  })
}

export async function forgetAbandoned({ db, clock, files }: Reads & Files) {
  const now = clock.now()
  const abandoned = await db
    .update(irsImports)
    .set({ ...GIVEN_UP, finishedAt: now })
    .where(and(eq(irsImports.status, 'uploading'), lt(irsImports.heardAt, secondsAfter(now, -ABANDONED_S))))
    .returning({ id: irsImports.id })
  for (const { id } of abandoned) await files.discard(importDrafts(id))
}

/** Writes a part of a file from the byte `at` on, once all of it has arrived. The last one starts the import. */
async function sendPart(
  house: House,
  actor: StaffActor,
  id: string,
  { file, at }: Parsed<typeof irsRegistry.sendRegistryPart>['query'],
  request: FastifyRequest,
): Promise<RegistryImport> {
  const { db, clock, files } = house
  const assertFits = async (row: ImportRow, now: Date) => {
    const current = presentImport(row, now)
    if (current.status !== 'uploading') throw conflict('This upload is over', current)
    const announced = row.files[file]
    if (!announced) throw invalid('file', `There are ${row.files.length} files, counted from 0`)
    assertFollows(at, await files.draftSize(importDraft(id, file)), current)
    return announced.size
  }
  const size = await assertFits(await readImport(db, id), clock.now())
  const { bytes } = await readPart(request, Math.min(IMPORT_PART_BYTES, size - at), at + IMPORT_PART_BYTES >= size)

  return house.change(actor, async (tx) => {
    // A cancellation, or the same part sent twice, waits until the part is on disk.
    const locked = await lockImport(tx, id)
    await assertFits(locked, tx.at)
    await files.writeDraft(importDraft(id, file), at, bytes)
    const sizes = await Promise.all(locked.files.map((_, n) => files.draftSize(importDraft(id, n))))
    const isComplete = locked.files.every(({ size }, n) => sizes[n] === size)
    const received = sizes.reduce((sum, size) => sum + size, 0)
    const [saved] = await tx
      .update(irsImports)
      .set(
        isComplete
          ? { status: 'waiting', bytes: 0, totalBytes: 0, heardAt: tx.at }
          : { bytes: received, heardAt: tx.at },
      )
      .where(eq(irsImports.id, id))
      .returning(importColumns)
    if (isComplete) await house.jobs.enqueue(tx, importJob, { id })
    return presentImport(saved!, tx.at)
  })
}

/** Cancels at once if it has not begun; a running import sees the flag within two seconds. */
async function cancelImport({ change, files }: Writes & Files, actor: StaffActor, id: string): Promise<RegistryImport> {
  const cancelled = await change(actor, async (tx) => {
    const row = await lockImport(tx, id)
    const now = presentImport(row, tx.at)
    const why = whyNotCancelImport(now.status)
    if (why) throw conflict(why, now)
    const [saved] = await tx
      .update(irsImports)
      .set(row.status === 'running' ? { isCancelled: true } : { status: 'cancelled', finishedAt: tx.at })
      .where(eq(irsImports.id, id))
      .returning(importColumns)
    // Asking again changes nothing.
    if (!row.isCancelled)
      record(tx, { action: 'irs-registry.cancelled', ...aboutImport(row), after: { requestedBy: row.requestedBy } })
    return presentImport(saved!, tx.at)
  })
  if (isImportOver(cancelled.status)) await files.discard(importDrafts(id))
  return cancelled
}

export function irsRegistryRoutes(serve: Serve, house: House) {
  const { db, clock } = house
  serve(irsRegistry.listRegistrySources, () => listKeptSources(db, clock.now()))
  serve(irsRegistry.listRegistryImports, ({ query }) => listImports(db, query, clock.now()))
  serve(irsRegistry.startRegistryImport, ({ actor, body }) => startImport(house, actor, body))
  serve(irsRegistry.readRegistryImport, async ({ params }) =>
    presentImport(await readImport(db, params.id), clock.now()),
  )
  serve(irsRegistry.sendRegistryPart, ({ actor, params, query, request }) =>
    sendPart(house, actor, params.id, query, request),
  )
  serve(irsRegistry.cancelRegistryImport, ({ actor, params }) => cancelImport(house, actor, params.id))
  serve(irsRegistry.checkRegistry, ({ body }) => checkRegistry(house, body))
}
