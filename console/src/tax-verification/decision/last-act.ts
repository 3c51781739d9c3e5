import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Organization, OrganizationEdit } from '@hikmah/contract/organizations/schemas'
import { isReadyForApproval, nameInText, SAVED } from '@hikmah/contract/organizations/words'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
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
  undo?: Undo | undefined
  /** What was written with it, for the form that an undo opens. */
  written?: DecisionTexts | undefined
  /** Both reviews are approved with it, while the organization is not. */
  mayApprove?: boolean | undefined
}

interface Undo {
  version: number
  until: number
  /** Where the act was not a decision, but a change of the organization. */
  back?: OrganizationChange
}

interface OrganizationChange {
  edit: OrganizationEdit
  /** "Approved the organization" */
  text: string
  mayApprove?: boolean
}

const untilUndoIsOver = () => Date.now() + UNDO_S * 1000

// Kept beside the answers of the server: it outlives the review it is about, and ends with the session.
const LAST_ACT = ['last act at the desk']
const NOT_READY = 'It is approved or blocked already, or one of its reviews is open again.'

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
  /** What is being saved of an organization; `back` is what undoes it. */
  const changing = useRef<
    OrganizationChange & { about: Pick<LastAct, 'orgId' | 'orgName'>; back?: OrganizationChange }
  >(null)
  const change = useWrite(organizations.updateOrganization, {
    success: ({ _id, orgName, version }) => {
      const { text, mayApprove, back } = changing.current!
      const undo = back && { version, until: untilUndoIsOver(), back }
      tell({ orgId: _id, orgName, text, state: 'saved', undo, mayApprove })
    },
    error: (failure) => fail(changing.current?.about, failure.message),
  })
  function changeOrganization(
    { _id, orgName, version }: Pick<Organization, '_id' | 'orgName' | 'version'>,
    made: OrganizationChange & { back?: OrganizationChange },
    onSaved?: () => unknown,
  ) {
    if (change.isPending) return
    changing.current = { ...made, about: { orgId: _id, orgName } }
    change.mutate({ params: { id: _id }, body: { ...made.edit, version } }, { onSuccess: onSaved })
  }

  /** Asks first, with the letter to read. */
  async function approve({ orgId, orgName }: LastAct) {
    const { data: organization } = await client.fetchQuery(
      read(organizations.readOrganization, { params: { id: orgId } }),
    )
    if (!isReadyForApproval(organization)) return fail({ orgId, orgName }, NOT_READY)
    const { confirmApproval } = await import('../../organizations/OrganizationLettersPanel.tsx')
    if (await confirmApproval(organization))
      changeOrganization(organization, {
        edit: { orgStatus: 'approved' },
        text: 'Approved the organization',
        back: { edit: { orgStatus: organization.orgStatus }, text: 'Took the approval back', mayApprove: true },
      })
  }

  function undoIt() {
    const last = client.getQueryData<LastAct>(LAST_ACT)
    if (!last?.undo || Date.now() > last.undo.until) return
    const { version, back } = last.undo
    if (back) changeOrganization({ _id: last.orgId, orgName: last.orgName, version }, back)
    else undo.mutate({ params: { orgId: last.orgId }, body: { version } })
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
    isChanging: change.isPending,
    undo: undoIt,
    approve: () => act && approve(act).catch(({ message }: Error) => fail(act, message)),
    changeOrganization,
    take,
    saved(done: Pick<LastAct, 'orgId' | 'orgName' | 'text' | 'written'>, data: TaxStatus, isApproved: boolean) {
      take(done.orgId, data)
      const isComplete = data.taxIdEinDetail.status === 'Approved' && data.taxExemptDetail.status === 'Approved'
      const undoable = { version: data.version, until: untilUndoIsOver() }
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
