import { lazy, Suspense } from 'react'
import type { ConflictProps } from './ConflictWindow.tsx'

// Conflicts are rare, so it is loaded on demand.
const ConflictWindow = lazy(() => import('./ConflictWindow.tsx').then((it) => ({ default: it.ConflictWindow })))

/** Somebody else saved first (409): their values beside yours, and a choice for each. Shown while it is mounted. */
export const ConflictDialog = (props: ConflictProps) => (
  <Suspense>
    <ConflictWindow {...props} />
  </Suspense>
)
