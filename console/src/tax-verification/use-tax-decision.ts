import { taxVerification } from '@hikmah/contract/tax-verification/calls'
import type { TaxDecision, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { useRef, useState } from 'react'
import { type ApiError, call, currentOf } from '../kit/api/api.ts'
import { useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { useAction } from '../kit/form/action.ts'
import { useUnsavedGuard } from '../kit/form/unsaved.ts'
import { bodyOf, type DecisionValues, isChanged, valuesOf, whyNotSaved } from './tax-decision.ts'

/** A decision on its way: what to send, and what to do when it is saved. */
interface DecisionToSave {
  body: TaxDecision
  after: () => unknown
}

interface Given {
  orgId: string
  orgName: string
  taxStatus: TaxStatus
}

/**
 * What is typed, and its way to the server: the letter is shown first, then it is saved. What is typed stays on the
 * version it was typed on; a newer one is a conflict.
 */
export function useTaxDecision({ orgId, orgName, taxStatus }: Given) {
  const [base, setBase] = useState(taxStatus)
  const [values, setValues] = useState(() => valuesOf(taxStatus))
  const isSaved = useRef(false)
  const isDirty = isChanged(base, values)
  useUnsavedGuard(() => !isSaved.current && isDirty)

  // Nothing typed yet: follow what others save.
  if (!isDirty && taxStatus.version !== base.version) {
    setBase(taxStatus)
    setValues(valuesOf(taxStatus))
  }

  const save = useWrite(taxVerification.decideTaxReview)
  const preview = useAction(
    async (wish: DecisionToSave) => {
      const { data } = await call(taxVerification.previewTaxLetter, { params: { orgId }, body: wish.body })
      return { ...wish, letter: data }
    },
    // Nothing is mailed, so there is nothing to look at.
    (wish) => wish.letter === null && commit(wish),
  )
  const letter = preview.result?.letter

  function commit({ body, after }: DecisionToSave) {
    save.mutate(
      { params: { orgId }, body },
      {
        onSettled: preview.clear,
        onSuccess: () => {
          isSaved.current = true
          notifySuccess('Saved Successfully!', orgName)
          return after()
        },
      },
    )
  }

  const isBusy = preview.isRunning || save.isPending
  function start(after: () => unknown, on = base, chosen = values) {
    save.reset()
    if (!isBusy && !whyNotSaved(on, chosen)) void preview.run({ body: bodyOf(on, chosen), after })
  }

  const failure: ApiError | null = preview.error ?? save.error
  function forgetFailure() {
    preview.clear()
    save.reset()
  }
  function goOnWith(newer: TaxStatus, chosen: DecisionValues) {
    forgetFailure()
    setBase(newer)
    setValues(chosen)
  }

  return {
    base,
    values,
    set: (change: Partial<DecisionValues>) => setValues({ ...values, ...change }),
    why: whyNotSaved(base, values),
    isBusy,
    /** Shows the letter, or saves at once when there is none. */
    start,
    letter,
    isSaving: save.isPending,
    saveWithLetter: () => preview.result && commit(preview.result),
    cancel: preview.clear,
    failure,
    /** The review as somebody else saved it meanwhile. */
    theirs: currentOf(taxVerification.decideTaxReview, failure),
    forgetFailure,
    goOnWith,
    saveOnTop(newer: TaxStatus, chosen: DecisionValues, after: () => unknown) {
      goOnWith(newer, chosen)
      start(after, newer, chosen)
    },
  }
}
