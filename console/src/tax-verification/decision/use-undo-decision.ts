import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { UNDO_S } from '@hikmah/contract/tax-verification/words'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { read, useWrite } from '../../kit/api/data.ts'
import { notifyFailure, notifySuccess } from '../../kit/feedback/notify.ts'
import type { QueueSearch } from '../queue-search.ts'
import { deskOf } from '../use-queue.ts'
import type { DecisionValues } from './tax-decision.ts'

interface Given {
  orgId: string
  orgName: string
  queue: QueueSearch
}

/** The words of a decision, which stay when it is taken back. */
export type Words = Pick<DecisionValues, 'reason' | 'reasonCode' | 'missing' | 'message'>
/** Those of reviews whose decision was taken back, by organization, until the form shows them again. */
export const takenBack = new Map<string, Words>()

/** Says that a decision was saved and offers Undo, which leads back to its review in its queue. */
export function useUndoDecision({ orgId, orgName, queue }: Given) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const words = useRef<Words>(undefined)
  const undo = useWrite(taxVerification.undoTaxDecision, {
    success: (data, message) => {
      if (words.current) takenBack.set(orgId, words.current)
      client.setQueryData(read(taxVerification.readTaxStatus, { params: { orgId } }).queryKey, {
        data,
        meta: undefined,
      })
      notifySuccess(message ?? '', orgName)
      return navigate(deskOf(orgId, queue))
    },
    error: ({ message }) => notifyFailure(message),
  })
  return (version: number, own: Words | undefined) => {
    words.current = own
    notifySuccess('Saved Successfully!', orgName, {
      label: 'Undo',
      run: () => undo.mutate({ params: { orgId }, body: { version } }),
      forS: UNDO_S,
      byKey: 'U',
    })
  }
}
