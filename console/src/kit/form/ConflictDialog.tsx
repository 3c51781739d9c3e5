import { lazy, Suspense } from 'react'
import type { ConflictProps } from './ConflictWindow.tsx'

// Hardly a save meets one.
const ConflictWindow = lazy(() => import('./ConflictWindow.tsx').then((it) => ({ default: it.ConflictWindow })))

/** Somebody else saved first (409): their values beside yours, and a choice for each. Shown while it is mounted. */
export const ConflictDialog = (props: ConflictProps) => (
  <Suspense>
    <ConflictWindow {...props} />
  </Suspense>
)
