import type { Application } from '@hikmah/contract/applications'
import type { ApplicationValues } from './application-form.ts'

/** Unsaved edits of an application, with the version that they began from. */
export interface KeptEdits {
  base: Application
  values: ApplicationValues
}

const keyOf = (staffId: string, id: string) => `edits of application ${id} by ${staffId}`

/**
 * Edits in progress, kept in the tab while a plan is edited on its own page. Stored under the person's id, so that
 * others who sign in here do not see them.
 */
export const keptEdits = {
  read(staffId: string, id: string): KeptEdits | undefined {
    const kept = sessionStorage.getItem(keyOf(staffId, id))
    return kept === null ? undefined : (JSON.parse(kept) as KeptEdits)
  },
  keep: (staffId: string, edits: KeptEdits) =>
    sessionStorage.setItem(keyOf(staffId, edits.base._id), JSON.stringify(edits)),
  drop: (staffId: string, id: string) => sessionStorage.removeItem(keyOf(staffId, id)),
}
