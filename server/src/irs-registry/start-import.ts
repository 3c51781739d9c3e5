import { rm } from 'node:fs/promises'
import type { Parsed } from '@hikmah/contract/endpoint'
import type { irsRegistry } from '@hikmah/contract/irs-registry/endpoints'
import { MAX_IMPORT_BYTES, type RegistryImport } from '@hikmah/contract/irs-registry/schemas'
import { and, eq, lt } from 'drizzle-orm'
import type { Reads, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { limit } from '../kit/auth/throttle.ts'
import { newId } from '../kit/db/ids.ts'
import { invalid } from '../kit/http/refusal.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import { ABANDONED_S, aboutImport, GIVEN_UP, presentImport } from './imports.ts'
import { FUTURE_DATE, isInFuture } from './snapshot-day.ts'
import { irsImports } from './table.ts'
import { uploadFolder } from './uploads.ts'

/** The IRS publishes once a month; somebody may have to try again. */
const IMPORTS_A_DAY = 50

/** Registers an import. Its files are sent afterwards, in parts. */
export async function startImport(
  house: Reads & Writes & Settings,
  actor: StaffActor,
  asked: Parsed<typeof irsRegistry.startRegistryImport>['body'],
): Promise<RegistryImport> {
  const { files, snapshotOn = null, force = false } = asked
  const total = files.reduce((sum, { size }) => sum + size, 0)
  if (total > MAX_IMPORT_BYTES) throw invalid('files', 'At most 2 GB in total')
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
      .returning()
    record(tx, {
      action: 'irs-registry.started',
      ...aboutImport(row!),
      after: { files: files.map(({ name }) => name), snapshotOn },
    })
    return presentImport(row!, tx.at)
  })
}

/** Uploads whose sender is gone take up disk space. */
export async function forgetAbandoned({ db, clock, config }: Reads & Settings) {
  const now = clock.now()
  const abandoned = await db
    .update(irsImports)
    .set({ ...GIVEN_UP, finishedAt: now })
    .where(and(eq(irsImports.status, 'uploading'), lt(irsImports.heardAt, secondsAfter(now, -ABANDONED_S))))
    .returning({ id: irsImports.id })
  for (const { id } of abandoned) await rm(uploadFolder(config.storageDir, id), { recursive: true, force: true })
}
