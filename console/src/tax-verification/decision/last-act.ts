import { organizations } from '@hikmah/contract/organizations/endpoints'
import { nameInText, SAVED } from '@hikmah/contract/organizations/words'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { read, useMay, useWrite } from '../../kit/api/data.ts'
import { notifyFailure, notifySuccess } from '../../kit/feedback/messages.tsx'
import { useIsShown } from '../../kit/form/unsaved.ts'
import { openReviewAt, type QueueSearch } from '../queue-search.ts'
import type { DecisionTexts } from './decision-state.ts'

const { readTaxStatus, undoTaxDecision } = taxVerification

/** What was done last at the desk, by this person in this tab. */
export interface LastAct {
  orgId: string
  orgName: string
  /** "Approved both", or why it was not saved. */
  text: string
  state: 'saved' | 'undone' | 'failed'
  /** Which it can be undone to, until then. Epoch milliseconds. */
  undo?: { version: number; until: number } | undefined
  /** What was written with it, for the form that an undo opens. */
  written?: DecisionTexts | undefined
  /** Both reviews are approved with it, while the organization is not. */
  mayApprove?: boolean | undefined
}

// Kept beside the answers of the server: it outlives the review it is about, and ends with the session.
const LAST_ACT = ['last act at the desk']

/** The line in the foot of the decision, and what can be done about it. */
export function useLastAct(search: QueueSearch) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isShown = useIsShown()
  const [undos, setUndos] = useState<Record<string, number>>({})
  const mayChangeStatus = useMay('organizations.change-status')
  const { data: act = null } = useQuery<LastAct | null>({
    queryKey: LAST_ACT,
    queryFn: skipToken,
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  })
  const tell = (next: LastAct) => client.setQueryData<LastAct>(LAST_ACT, next)
  const take = (orgId: string, data: TaxStatus) =>
    client.setQueryData(read(readTaxStatus, { params: { orgId } }).queryKey, { data, meta: undefined })

  const undo = useWrite(undoTaxDecision, {
    success: (data, message) => {
      const undone = client.getQueryData<LastAct>(LAST_ACT)
      if (!undone) return
      take(undone.orgId, data)
      setUndos({ ...undos, [undone.orgId]: (undos[undone.orgId] ?? 0) + 1 })
      tell({ ...undone, text: message ?? '', state: 'undone', undo: undefined, mayApprove: false })
      return navigate(openReviewAt(undone.orgId, search))
    },
    error: (failure) => fail(client.getQueryData<LastAct>(LAST_ACT), failure.message),
  })
  const approve = useWrite(organizations.changeOrganizationStatus, {
    success: () => act && tell({ ...act, text: 'Approved the organization', undo: undefined, mayApprove: false }),
    error: (failure) => fail(act, failure.message),
  })

  function undoIt() {
    const last = client.getQueryData<LastAct>(LAST_ACT)
    if (last?.undo && Date.now() <= last.undo.until)
      undo.mutate({ params: { orgId: last.orgId }, body: { version: last.undo.version } })
  }
  function fail(about: Pick<LastAct, 'orgId' | 'orgName'> | null | undefined, text: string) {
    // Whoever has left the desk does not see its foot.
    if (!isShown.current || !about)
      return notifyFailure(about ? `${nameInText(about.orgName)}: ${text}` : text, { stays: true })
    tell({ orgId: about.orgId, orgName: about.orgName, text, state: 'failed' })
  }
  return {
    act,
    /** How often decisions on it were taken back here. */
    undosOf: (orgId: string) => undos[orgId] ?? 0,
    isUndoing: undo.isPending,
    isApproving: approve.isPending,
    undo: undoIt,
    approve: () => act && approve.mutate({ params: { id: act.orgId }, body: { status: 'approved' } }),
    take,
    saved(done: Pick<LastAct, 'orgId' | 'orgName' | 'text' | 'written'>, data: TaxStatus, isApproved: boolean) {
      take(done.orgId, data)
      const isComplete = data.taxIdEinDetail.status === 'Approved' && data.taxExemptDetail.status === 'Approved'
      const undoable = { version: data.version, until: Date.now() + UNDO_S * 1000 }
      const mayApprove = mayChangeStatus && isComplete && !isApproved && !data.isBlocked
      tell({ ...done, state: 'saved', undo: undoable, mayApprove })
      if (!isShown.current)
        notifySuccess(SAVED, `${done.text}: ${nameInText(done.orgName)}`, {
          label: 'Undo',
          run: undoIt,
          forS: UNDO_S,
          byKey: 'U',
        })
    },
    fail,
    /** What was written with a decision on this review that was taken back; once. */
    undoneTexts: (orgId: string) => (act?.state === 'undone' && act.orgId === orgId ? act.written : undefined),
    forgetTexts: () => {
      const last = client.getQueryData<LastAct>(LAST_ACT)
      if (last?.written && last.state === 'undone') tell({ ...last, written: undefined })
    },
  }
}

export type Desk = ReturnType<typeof useLastAct>
