import type { Contradiction } from '@hikmah/contract/common'
import { SAVED } from '@hikmah/contract/organizations/words'
import { codesOf } from '@hikmah/contract/tax-verification/against-record'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import type { TaxDecision, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { useDebouncedValue, useTimeout } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import { call, conflictingRow } from '../../kit/api/api.ts'
import { read, useWrite } from '../../kit/api/data.ts'
import { notifyFailure, notifySuccess } from '../../kit/feedback/messages.tsx'
import { useIsShown, useUnsavedGuard } from '../../kit/form/unsaved.ts'
import { openReviewAt, type QueueSearch } from '../queue-search.ts'
import {
  type DecisionTexts,
  isBusy,
  isUnsaved,
  openDecision,
  reduceDecision,
  suggestionsIn,
  valuesIn,
} from './decision-state.ts'
import { type DecisionValues, decisionBody, whyNotSave } from './tax-decision.ts'

const { decideTaxReview, previewTaxLetter, readTaxStatus, undoTaxDecision } = taxVerification

export interface DecisionProps {
  orgId: string
  orgName: string
  taxStatus: TaxStatus
  queue: QueueSearch
  mayDecide: boolean
}

export type Decision = ReturnType<typeof useTaxDecision>

/** The decision of the desk: the states of decision-state.ts, with the calls that move between them. */
export function useTaxDecision({ orgId, orgName, taxStatus, queue, mayDecide }: DecisionProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [state, dispatch] = useReducer(reduceDecision, undefined, () => openDecision(taxStatus, mayDecide))
  const { base } = state
  // Before anything is painted, so that an outdated version is never shown with the newest facts.
  useLayoutEffect(() => {
    dispatch({ type: 'arrived', taxStatus, undone: takeUndoneTexts(orgId) })
  }, [orgId, taxStatus])
  useUnsavedGuard(() => isUnsaved(state))
  const look = useFirstLook()
  const isShown = useIsShown()

  function take(data: TaxStatus) {
    client.setQueryData(read(readTaxStatus, { params: { orgId } }).queryKey, { data, meta: undefined })
  }
  const undo = useWrite(undoTaxDecision, {
    success: (data, message) => {
      if (state.written) undoneTexts.set(orgId, state.written)
      take(data)
      notifySuccess(message ?? '', orgName)
      return navigate(openReviewAt(orgId, queue))
    },
    error: ({ message }) => notifyFailure(message),
  })
  // Told even if the person has moved on to another review.
  const save = useWrite(decideTaxReview, {
    success: (data) => {
      take(data)
      notifySuccess(SAVED, orgName, {
        label: 'Undo',
        run: () => undo.mutate({ params: { orgId }, body: { version: data.version } }),
        forS: UNDO_S,
        byKey: 'U',
      })
    },
    error: (failure) => {
      // Everything on screen was read before it.
      if (conflictingRow(decideTaxReview, failure)) void client.invalidateQueries()
      if (isShown.current) return
      notifyFailure(`The decision on ${orgName} was not saved: ${failure.message}`, { stays: true })
    },
  })

  function send(body: TaxDecision, after: () => unknown) {
    dispatch({ type: 'sent' })
    // A pending preview may arrive after the save and would be refused for its old version.
    void client.cancelQueries({ queryKey: letterKey(orgId) })
    // These are called only as long as the review is on screen.
    save.mutate(
      { params: { orgId }, body },
      {
        onSuccess: async () => {
          // At once: `after` may lead away, and nothing is unsaved any longer.
          flushSync(() => dispatch({ type: 'saved' }))
          await Promise.resolve(after()).catch(({ message }: Error) => notifyFailure(message))
          dispatch({ type: 'finished' })
        },
        onError: (failure) => {
          dispatch({ type: 'failed', failure, current: conflictingRow(decideTaxReview, failure) })
          if (failure.code === 'AGAINST_RECORD' && isShown.current)
            setContradicted({
              contradictions: failure.contradictions,
              saveFor: (reason) => {
                setContradicted(undefined)
                const codes = codesOf(failure.contradictions)
                send({ ...body, ...(codes.length > 0 && { againstRecord: { codes, reason } }) }, after)
              },
            })
        },
      },
    )
  }

  const [contradicted, setContradicted] = useState<Contradicted>()
  const values = valuesIn(state)
  const why = whyNotSave(base, values)
  const body = why ? undefined : decisionBody(base, values)
  const letter = useLetterPreview(orgId, body, mayDecide && !isBusy(state))
  return {
    orgId,
    mayDecide,
    state,
    values,
    suggested: suggestionsIn(state),
    set: (change: Partial<DecisionValues>) => dispatch({ type: 'answered', change }),
    why: why ?? (look.isHasty ? 'Read the review before saving' : undefined),
    /** The e-mail that saving would send: null if none, undefined while loading. */
    letter: { data: why ? undefined : letter.data?.data, error: letter.error },
    save(after: () => unknown) {
      if (!look.refuses(isUnsaved(state)) && body && !isBusy(state)) send(body, after)
    },
    /** Goes on with what a colleague saved and these values on top; saves them if there is something to do `after`. */
    resolve(theirs: TaxStatus, settled: DecisionValues, after?: () => unknown) {
      dispatch({ type: 'resolved', values: settled })
      // What cannot be saved together is left to the form, which says why.
      if (after && !whyNotSave(theirs, settled)) send(decisionBody(theirs, settled), after)
    },
    dismiss: () => dispatch({ type: 'dismissed' }),
    contradicted,
    dismissContradicted: () => setContradicted(undefined),
  }
}

/** Texts of undone decisions, by organization: the toast with Undo may outlive the form that they go back to. */
const undoneTexts = new Map<string, DecisionTexts>()

function takeUndoneTexts(orgId: string): DecisionTexts | undefined {
  const texts = undoneTexts.get(orgId)
  undoneTexts.delete(orgId)
  return texts
}

/** What the server refused to save without a reason. */
export interface Contradicted {
  contradictions: Contradiction[]
  saveFor: (reason: string) => void
}

const LETTER_WAIT_MS = 300
const letterKey = (orgId: string) => [previewTaxLetter.path, orgId]

function useLetterPreview(orgId: string, body: TaxDecision | undefined, isEnabled: boolean) {
  // As text, which is the same at the next render.
  const [wish] = useDebouncedValue(body && JSON.stringify(body), LETTER_WAIT_MS)
  return useQuery({
    queryKey: [...letterKey(orgId), wish],
    queryFn: wish
      ? ({ signal }) => call(previewTaxLetter, { params: { orgId }, body: JSON.parse(wish) }, { signal })
      : skipToken,
    // A save makes the version on screen outdated.
    enabled: isEnabled,
    retry: false,
    // So that the letter does not vanish with every keystroke.
    placeholderData: keepPreviousData,
  })
}

/** Nobody has looked at a review sooner after it came. */
const LOOK_MS = 800
/** When saving was tried last in this tab, be it of another review. */
let triedAt: number | undefined

/**
 * The next review opens under the key that saved the last one, with its answers suggested: a second press would decide
 * it unseen. A press that comes too soon is refused, unless the person has answered something here.
 */
function useFirstLook() {
  const [shownAt] = useState(() => Date.now())
  const [isHasty, setHasty] = useState(false)
  const { start: soon } = useTimeout(() => setHasty(false), LOOK_MS)

  function refuses(isAnswered: boolean): boolean {
    const now = Date.now()
    const isTooSoon = triedAt !== undefined && now - Math.max(triedAt, shownAt) < LOOK_MS
    triedAt = now
    if (isAnswered || !isTooSoon) return false
    setHasty(true)
    soon()
    return true
  }
  return { isHasty, refuses }
}
