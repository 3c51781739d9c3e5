import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TaxDecision, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { useDebouncedValue, useTimeout } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import { call, conflictingRow } from '../../kit/api/api.ts'
import { read, useWrite } from '../../kit/api/data.ts'
import { useIsShown, useUnsavedGuard } from '../../kit/form/unsaved.ts'
import {
  contradictionsIn,
  isBusy,
  isUnsaved,
  openDecision,
  reduceDecision,
  suggestionsIn,
  valuesIn,
} from './decision-state.ts'
import type { Desk } from './last-act.ts'
import { type DecisionValues, decisionBody, describeAct, type recordOf, whyNotSave } from './tax-decision.ts'

const { decideTaxReview, previewTaxLetter, readTaxStatus } = taxVerification

export interface DecisionProps {
  orgId: string
  orgName: string
  taxStatus: TaxStatus
  mayDecide: boolean
  desk: Desk
  /** The organization itself is approved, whatever its tax reviews are. */
  isApproved: boolean
  /** When saving was tried last at this desk, be it of another review. Epoch milliseconds. */
  triedAt: RefObject<number | undefined>
}

export type Decision = ReturnType<typeof useTaxDecision>

/** The decision of the desk: the states of decision-state.ts, with the calls that move between them. */
export function useTaxDecision({ orgId, orgName, taxStatus, mayDecide, desk, isApproved, triedAt }: DecisionProps) {
  const client = useQueryClient()
  const [state, dispatch] = useReducer(reduceDecision, undefined, () =>
    openDecision(taxStatus, mayDecide, desk.undoneTexts(orgId)),
  )
  const { base } = state
  const [isPaperUnseen, setPaperUnseen] = useState(false)
  // Before anything is painted, so that an outdated version is never shown with the newest facts.
  useLayoutEffect(() => dispatch({ type: 'arrived', taxStatus }), [taxStatus])
  // Once they are in the form: what is thrown away there stays away.
  const forgetTexts = useEffectEvent(desk.forgetTexts)
  useEffect(() => forgetTexts(), [])
  useUnsavedGuard(() => isUnsaved(state))
  const look = useFirstLook(triedAt)
  const isShown = useIsShown()

  const values = valuesIn(state)
  const contradictions = contradictionsIn(state)
  const evidenced = { contradictions, isPaperUnseen }
  const why = whyNotSave(base, values, contradictions)
  const body = why ? undefined : decisionBody(base, values, evidenced)

  // Told even if the person has moved on to another review.
  const save = useWrite(decideTaxReview, {
    success: (data) =>
      desk.saved({ orgId, orgName, text: describeAct(base, values), written: state.written }, data, isApproved),
    error: (failure) => {
      // Everything on screen was read before it.
      if (failure.status === 409) void client.invalidateQueries()
      if (!isShown.current) desk.fail({ orgId, orgName }, `Not saved: ${failure.message}`)
    },
  })

  function send(decision: TaxDecision, after: () => unknown) {
    dispatch({ type: 'sent' })
    // A pending preview may arrive after the save and would be refused for its old version.
    void client.cancelQueries({ queryKey: letterKey(orgId) })
    save.mutate(
      { params: { orgId }, body: decision },
      // These are called only as long as the review is on screen.
      {
        onSuccess: async () => {
          // At once: `after` may lead away, and nothing is unsaved any longer.
          flushSync(() => dispatch({ type: 'saved' }))
          await Promise.resolve(after()).catch(({ message }: Error) => desk.fail({ orgId, orgName }, message))
          dispatch({ type: 'finished' })
        },
        onError: (failure) => {
          const { contradictions: found } = failure
          if (found.length > 0) dispatch({ type: 'contradicted', contradictions: found })
          else dispatch({ type: 'failed', failure, current: conflictingRow(decideTaxReview, failure) })
        },
      },
    )
  }

  const letter = useLetterPreview(orgId, body, mayDecide && !isBusy(state))
  return {
    orgId,
    mayDecide,
    state,
    values,
    contradictions,
    isPaperUnseen,
    setPaperUnseen,
    suggested: suggestionsIn(state),
    set: (change: Partial<DecisionValues>) => dispatch({ type: 'answered', change }),
    why: why ?? (look.isHasty ? 'Read the review before saving' : undefined),
    /** The email that saving would send: null if none, undefined while loading. */
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
    /** After the organization took another name here. */
    async followRename() {
      const { data } = await client.fetchQuery({ ...read(readTaxStatus, { params: { orgId } }), staleTime: 0 })
      dispatch({ type: 'renamed', taxStatus: data })
    },
    dismiss: () => dispatch({ type: 'dismissed' }),
    lookedUp: (record: ReturnType<typeof recordOf>) => dispatch({ type: 'lookedUp', record }),
  }
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

/**
 * The next review opens under the key that saved the last one, with its answers suggested: a second press would decide
 * it unseen. A press that comes too soon is refused, unless the person has answered something here.
 */
function useFirstLook(triedAt: DecisionProps['triedAt']) {
  const [shownAt] = useState(() => Date.now())
  const [isHasty, setHasty] = useState(false)
  const { start: soon } = useTimeout(() => setHasty(false), LOOK_MS)

  function refuses(isAnswered: boolean): boolean {
    const now = Date.now()
    const isTooSoon = triedAt.current !== undefined && now - Math.max(triedAt.current, shownAt) < LOOK_MS
    triedAt.current = now
    if (isAnswered || !isTooSoon) return false
    setHasty(true)
    soon()
    return true
  }
  return { isHasty, refuses }
}
