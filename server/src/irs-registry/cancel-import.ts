import { rm } from 'node:fs/promises'
import { isImportOver, type RegistryImport } from '@hikmah/contract/irs-registry/schemas'
import { eq } from 'drizzle-orm'
import type { Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict } from '../kit/http/refusal.ts'
import { aboutImport, lockImport, presentImport } from './imports.ts'
import { irsImports } from './table.ts'
import { uploadFolder } from './uploads.ts'

/** Cancels an import: at once if it has not begun; a running one sees the flag within a second or two. */
export async function cancelImport(
  { change, config }: Writes & Settings,
  actor: StaffActor,
  id: string,
): Promise<RegistryImport> {
  const cancelled = await change(actor, async (tx) => {
    const row = await lockImport(tx, id)
    const now = presentImport(row, tx.at)
    if (isImportOver(now.status)) throw conflict('This import is over', now)
    const [saved] = await tx
      .update(irsImports)
      .set(row.status === 'running' ? { isCancelled: true } : { status: 'cancelled', finishedAt: tx.at })
      .where(eq(irsImports.id, id))
      .returning()
    // A running one is told once; who asks again changes nothing.
    if (!row.isCancelled)
      record(tx, { action: 'irs-registry.cancelled', ...aboutImport(row), before: { requestedBy: row.requestedBy } })
    return presentImport(saved!, tx.at)
  })
  if (isImportOver(cancelled.status)) await rm(uploadFolder(config.storageDir, id), { recursive: true, force: true })
  return cancelled
}
