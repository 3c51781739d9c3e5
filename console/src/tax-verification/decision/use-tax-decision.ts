import { taxVerification } from '@hikmah/contract/tax-verification/calls'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { newestSubmission } from '@hikmah/contract/tax-verification/words'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, currentOf } from '../../kit/api/api.ts'
import { read, useWrite } from '../../kit/api/data.ts'
import { useUnsavedGuard } from '../../kit/form/unsaved.ts'
import { formatDate } from '../../kit/format/dates.ts'
import { bodyOf, type DecisionValues, isChanged, isVoidedBy, valuesOf, whyNotSaved } from './tax-decision.ts'
import { useUndoDecision } from './use-undo-decision.ts'

interface Given {
  orgId: string
  orgName: string
  taxStatus: TaxStatus
}

export type Decision = ReturnType<typeof useTaxDecision>

const LETTER_WAIT_MS = 300

/**
 * What is chosen, and its way to the server. A choice stays on the version it was made on: what a colleague saved
 * meanwhile is a conflict, and papers that came meanwhile void it.
 */
export function useTaxDecision({ orgId, orgName, taxStatus }: Given) {
  const client = useQueryClient()
  const [base, setBase] = useState(taxStatus)
  const [values, setValues] = useState(() => valuesOf(taxStatus))
  const [voidedBy, setVoidedBy] = useState<string>()
  const isSaved = useRef(false)
  const isDirty = isChanged(base, values)
  useUnsavedGuard(() => !isSaved.current && isDirty)

  const saved = read(taxVerification.readTaxStatus, { params: { orgId } })
  const save = useWrite(taxVerification.decideTaxReview)
  const offerUndo = useUndoDecision({ orgId, orgName })

  function goOnWith(newer: TaxStatus, chosen: DecisionValues) {
    setBase(newer)
    setValues(chosen)
  }
  /** Own words to the admin stay; what was chosen does not. */
  function startAnew(newer: TaxStatus) {
    goOnWith(newer, { ...valuesOf(newer), message: values.message })
    if (isDirty && isVoidedBy(newer, base)) setVoidedBy(whoSubmitted(newer))
  }
  if (taxStatus.version > base.version && (!isDirty || isVoidedBy(taxStatus, base))) startAnew(taxStatus)

  const why = whyNotSaved(base, values)
  const [wish] = useDebouncedValue(why ? undefined : bodyOf(base, values), LETTER_WAIT_MS)
  const letter = useQuery({
    queryKey: [taxVerification.previewTaxLetter.path, orgId, wish],
    queryFn: wish
      ? ({ signal }) => call(taxVerification.previewTaxLetter, { params: { orgId }, body: wish }, { signal })
      : skipToken,
    // What was saved makes the version that was looked at an old one.
    enabled: save.isIdle || save.isError,
    retry: false,
  })

  function start(after: () => unknown, on = base, chosen = values) {
    if (save.isPending || whyNotSaved(on, chosen)) return
    setVoidedBy(undefined)
    save.mutate(
      { params: { orgId }, body: bodyOf(on, chosen) },
      {
        onSuccess: ({ data }) => {
          isSaved.current = true
          client.setQueryData(saved.queryKey, { data, meta: undefined })
          offerUndo(data.version)
          return after()
        },
        onError: (failure) => {
          const current = currentOf(taxVerification.decideTaxReview, failure)
          // All that lies open was read before it.
          if (current) void client.invalidateQueries()
          if (!current || !isVoidedBy(current, on)) return
          save.reset()
          startAnew(current)
        },
      },
    )
  }

  return {
    base,
    values,
    set: (change: Partial<DecisionValues>) => setValues((before) => ({ ...before, ...change })),
    why,
    isDirty,
    isSaving: save.isPending,
    start,
    /** What saving would mail; null when nothing would be mailed, undefined while it is not known. */
    letter: why ? undefined : letter.data?.data,
    letterFailure: letter.error,
    /** "Yusuf Rahmani submitted new papers …", when they voided what was chosen. */
    voidedBy,
    failure: save.error,
    /** The review as a colleague saved it meanwhile. */
    theirs: currentOf(taxVerification.decideTaxReview, save.error),
    forgetFailure: save.reset,
    goOnWith(newer: TaxStatus, chosen: DecisionValues) {
      save.reset()
      goOnWith(newer, chosen)
    },
    saveOnTop(newer: TaxStatus, chosen: DecisionValues, after: () => unknown) {
      goOnWith(newer, chosen)
      start(after, newer, chosen)
    },
  }
}

function whoSubmitted(taxStatus: TaxStatus): string {
  const papers = newestSubmission(taxStatus)
  return papers ? `${papers.by} submitted new papers at ${formatDate(papers.submittedAt, 'MMM DD, YYYY, hh:mm A')}` : ''
}
