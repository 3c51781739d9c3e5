import { stat } from 'node:fs/promises'
import type { ImportStatus } from '@hikmah/contract/irs-registry/words'
import type { MadeSource } from '../src/irs-registry/table.ts'
import type { Actor } from '../src/kit/auth/actor.ts'
import { type Journal, openJournal, outcomeOf, type Progress } from './journal.ts'
import { type ImportOptions, runImport } from './run-import.ts'
import type { Owned } from './with-owner.ts'

interface ImportFilesOptions extends ImportOptions {
  id: string
  by: Actor
  onProgress(progress: Progress): void
  /** Receives the function that cancels the import. */
  onBegin?(cancel: Journal['cancel']): void
}

interface Outcome {
  status: ImportStatus
  made: MadeSource[]
  /** What is wrong and what to do about it; '' where nothing is. */
  problem: string
}

/** Imports files and writes down how it went. */
export async function importFiles(
  owned: Owned,
  { id, by, onProgress, onBegin, ...options }: ImportFilesOptions,
): Promise<Outcome> {
  const files = await Promise.all(
    options.paths.map(async ({ path, name }) => ({ name, size: (await stat(path).catch(() => ({ size: 0 }))).size })),
  )
  const journal = await openJournal(owned.url, { id, files, by }, onProgress)
  onBegin?.(journal.cancel)
  const made: MadeSource[] = []
  const outcome = await runImport({ ...owned, by, journal }, options, made).then(
    () => ({
      status: made.every((one) => one.isUnchanged) ? ('unchanged' as const) : ('imported' as const),
      problem: '',
    }),
    outcomeOf,
  )
  await journal.end(outcome.status, made, outcome.problem)
  return { ...outcome, made }
}
