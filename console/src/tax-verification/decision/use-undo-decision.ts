import { taxVerification } from '@hikmah/contract/tax-verification/calls'
import { UNDO_S } from '@hikmah/contract/tax-verification/words'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../../kit/api/data.ts'
import { notifyFailure, notifySuccess } from '../../kit/feedback/notify.ts'
import type { QueueSearch } from '../queue-search.ts'
import { deskOf } from '../use-queue.ts'

interface Given {
  orgId: string
  orgName: string
  queue: QueueSearch
}

/** Says that a decision was saved and offers Undo, which leads back to its review in its queue. */
export function useUndoDecision({ orgId, orgName, queue }: Given) {
  const navigate = useNavigate()
  const undo = useWrite(taxVerification.undoTaxDecision, {
    success: (_, message) => {
      notifySuccess(message ?? '', orgName)
      return navigate(deskOf(orgId, queue))
    },
    error: ({ message }) => notifyFailure(message),
  })
  return (version: number) =>
    notifySuccess('Saved Successfully!', orgName, {
      label: 'Undo',
      run: () => undo.mutate({ params: { orgId }, body: { version } }),
      forS: UNDO_S,
      byKey: 'U',
    })
}
