import { taxVerification } from '@hikmah/contract/tax-verification/calls'
import { UNDO_S } from '@hikmah/contract/tax-verification/words'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../../kit/api/data.ts'
import { notifyFailure, notifySuccess } from '../../kit/feedback/notify.ts'

/** Says that a decision was saved and offers to take it back, which leads to its review again. */
export function useUndoDecision({ orgId, orgName }: { orgId: string; orgName: string }) {
  const navigate = useNavigate()
  const undo = useWrite(taxVerification.undoTaxDecision, {
    success: (_, message) => {
      notifySuccess(message ?? '', orgName)
      return navigate({ to: '/varify-ein/{$orgId}', params: { orgId } })
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
