import type { ReactNode } from 'react'
import { EmptyState } from './ListStates.tsx'

/** Instead of a form that the person may not save: who may, such as "Only owners and admins …", and the way back. */
export const NotAllowed = ({ reason, wayBack }: { reason: string; wayBack: ReactNode }) => (
  <EmptyState title={reason} text="Ask one of them to do it." action={wayBack} />
)
