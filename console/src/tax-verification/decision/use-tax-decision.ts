import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TaxDecision, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { newestSubmission } from '@hikmah/contract/tax-verification/words'
import { useDebouncedValue, useTimeout } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, currentOf } from '../../kit/api/api.ts'
import { read, useWrite } from '../../kit/api/data.ts'
import { confirm } from '../../kit/feedback/confirm.tsx'
import { notifyFailure } from '../../kit/feedback/notify.ts'
import { useUnsavedGuard } from '../../kit/form/unsaved.ts'
import { formatDate } from '../../kit/format/dates.ts'
import type { QueueSearch } from '../queue-search.ts'
import { type Answered, preselected } from './suggestion.ts'
import {
  bodyOf,
  type DecisionValues,
  isChanged,
  isNewer,
  isVoidedBy,
  type Question,
  questions,
  valuesOf,
  whyNotSaved,
  withExemption,
} from './tax-decision.ts'
import { takenBack, useUndoDecision, type Words } from './use-undo-decision.ts'

/** Nobody has looked at a review sooner after it came. */
const LOOK_MS = 800
/** When saving was asked for last in this tab, be it of another review. */
let askedAt: number | undefined

/**
 * The next review opens under the key or button that saved the one before, with its answers suggested: a second press
 * would decide it unseen. Unless the person has answered something here, a press that comes too soon is refused, and the
 * time begins anew with it.
 */
function useFirstLook() {
  const shownAt = useRef(0)
  const [isHasty, setHasty] = useState(false)
  const { start: soon } = useTimeout(() => setHasty(false), LOOK_MS)
  useEffect(() => {
    shownAt.current = Date.now()
  }, [])

  function refuses(isAnswered: boolean): boolean {
    const now = Date.now()
    const isTooSoon = askedAt !== undefined && now - Math.max(askedAt, shownAt.current) < LOOK_MS
    askedAt = now
    if (isAnswered || !isTooSoon) return false
    setHasty(true)
    soon()
    return true
  }
  return { isHasty, refuses }
}

interface Given {
  orgId: string
  orgName: string
  taxStatus: TaxStatus
  /** What stands beside it. */
  queue: QueueSearch
  mayDecide: boolean
}

export type Decision = ReturnType<typeof useTaxDecision>

const LETTER_WAIT_MS = 300

const NOTHING_ANSWERED: Answered = new Set()
const ALL_ANSWERED: Answered = new Set(questions)

/**
 * The choices, and saving them. A choice is bound to the version it was made on: a save by a colleague is a conflict,
 * and new papers or a changed IRS record void it. The verdict's suggestion is chosen until somebody answers.
 */
export function useTaxDecision({ orgId, orgName, taxStatus, queue, mayDecide }: Given) {
  const client = useQueryClient()
  const [base, setBase] = useState(taxStatus)
  const [words] = useState(() => takenBack.get(orgId))
  const [chosen, setChosen] = useState(() => ({ ...valuesOf(taxStatus), ...words }))
  // Who took a decision of their own back is suggested nothing.
  const [answered, setAnswered] = useState(words ? ALL_ANSWERED : NOTHING_ANSWERED)
  const [voidedBy, setVoidedBy] = useState<string>()
  const isSaved = useRef(false)
  const look = useFirstLook()
  const suggested = mayDecide ? preselected(base, chosen, answered) : {}
  const values = { ...chosen, ...suggested }
  /** Only choices by a person: mere suggestions may be left without asking. */
  const isDirty = isChanged(base, chosen)
  useUnsavedGuard(() => !isSaved.current && isDirty)

  const saved = read(taxVerification.readTaxStatus, { params: { orgId } })
  /** The pending save of this review; none once the person has moved on to another. */
  const underWay = useRef<{ after: () => unknown; on: TaxStatus; body: TaxDecision }>(undefined)
  /** What was written when it was saved; nothing where mere suggestions were. */
  const own = useRef<Words>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it belongs to the review on screen
  useEffect(
    () => () => {
      underWay.current = undefined
    },
    [orgId],
  )
  // They are in the form now, be it opened anew or still on screen when the decision was taken back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they come with the data that was taken up
  useEffect(() => void takenBack.delete(orgId), [orgId, base])
  // Shown even if the person has moved on to another review, without leading back.
  const save = useWrite(taxVerification.decideTaxReview, {
    success: (data) => {
      isSaved.current = true
      client.setQueryData(saved.queryKey, { data, meta: undefined })
      offerUndo(data.version, own.current)
      return underWay.current?.after()
    },
    error: (failure) => {
      const current = currentOf(taxVerification.decideTaxReview, failure)
      // Everything on screen was read before it.
      if (current) void client.invalidateQueries()
      if (!underWay.current)
        return notifyFailure(`The decision on ${orgName} was not saved: ${failure.message}`, { stays: true })
      if (failure.code === 'DUPLICATE') void askSharedEin(failure.message)
      if (!current || !isVoidedBy(current, underWay.current.on)) return
      save.reset()
      startAnew(current, true)
    },
  })
  const offerUndo = useUndoDecision({ orgId, orgName, queue })

  function goOnWith(newer: TaxStatus, taken: DecisionValues, by = NOTHING_ANSWERED) {
    setBase(newer)
    setChosen(taken)
    setAnswered(by)
  }
  /** The message to the admin stays, and what was written with a decision that was taken back; the choices do not. */
  function startAnew(newer: TaxStatus, isLost = isDirty || Object.keys(suggested).length > 0) {
    const isVoided = isLost && isVoidedBy(newer, base)
    // The new data must be seen before anything is suggested again.
    const back = takenBack.get(orgId)
    const answeredBy = isVoided || voidedBy || back ? ALL_ANSWERED : NOTHING_ANSWERED
    goOnWith(newer, { ...valuesOf(newer), message: chosen.message, ...back }, answeredBy)
    if (isVoided) setVoidedBy(whatCame(newer, base))
  }
  if (isNewer(taxStatus, base) && (!isDirty || isVoidedBy(taxStatus, base))) startAnew(taxStatus)

  const why = whyNotSaved(base, values)
  const [wish] = useDebouncedValue(why ? undefined : bodyOf(base, values), LETTER_WAIT_MS)
  const previews = [taxVerification.previewTaxLetter.path, orgId]
  const letter = useQuery({
    queryKey: [...previews, wish],
    queryFn: wish
      ? ({ signal }) => call(taxVerification.previewTaxLetter, { params: { orgId }, body: wish }, { signal })
      : skipToken,
    // The save has made the version on screen outdated.
    enabled: mayDecide && (save.isIdle || save.isError),
    retry: false,
    // So that the letter does not vanish with every keystroke.
    placeholderData: keepPreviousData,
  })

  function start(after: () => unknown, on = base, decided: DecisionValues = values) {
    if (save.isPending || whyNotSaved(on, decided)) return
    setVoidedBy(undefined)
    // A pending request may arrive after the save and would be refused for its old version.
    void client.cancelQueries({ queryKey: previews })
    const body = bodyOf(on, decided)
    underWay.current = { after, on, body }
    const { reason, reasonCode, missing, message } = decided
    own.current = isDirty ? { reason, reasonCode, missing, message } : undefined
    save.mutate({ params: { orgId }, body })
  }

  /** The same decision once more, when the reviewer is sure that another organization may have the EIN too. */
  async function askSharedEin(held: string) {
    const asked = underWay.current
    const question = { title: 'Approve a shared EIN?', body: held, action: 'Approve anyway', destructive: false }
    if (!(await confirm(question)) || !asked || asked !== underWay.current) return
    save.mutate({ params: { orgId }, body: { ...asked.body, confirmSharedEin: true } })
  }

  return {
    base,
    values,
    /** The same without mere suggestions. */
    chosen,
    /** Unanswered questions, preselected by the verdict. */
    suggested,
    set(change: Partial<DecisionValues>) {
      isSaved.current = false
      setChosen((before) => {
        const after = { ...before, ...change }
        return change.einStatus ? withExemption(base, after) : after
      })
      const now = questions.filter((question) => question in change)
      if (now.length > 0) setAnswered((before) => new Set<Question>([...before, ...now]))
    },
    why: why ?? (look.isHasty ? 'Read the review before saving' : undefined),
    isDirty,
    isSaving: save.isPending,
    start: (after: () => unknown) => {
      if (!look.refuses(isDirty)) start(after)
    },
    /** The e-mail that saving would send; null if none, undefined while loading. */
    letter: why ? undefined : letter.data?.data,
    letterFailure: letter.error,
    /** What voided the choices, and what to do. */
    voidedBy,
    failure: save.error,
    /** The review as a colleague has saved it. */
    theirs: currentOf(taxVerification.decideTaxReview, save.error),
    forgetFailure: save.reset,
    /** Everything was reviewed and settled, so nothing more is suggested. */
    goOnWith(newer: TaxStatus, settled: DecisionValues) {
      save.reset()
      goOnWith(newer, settled, ALL_ANSWERED)
    },
    saveOnTop(newer: TaxStatus, settled: DecisionValues, after: () => unknown) {
      goOnWith(newer, settled, ALL_ANSWERED)
      // What cannot be saved together is left to the form, which says why.
      if (whyNotSaved(newer, settled)) return save.reset()
      start(after, newer, settled)
    },
  }
}

/** "Yusuf Rahmani submitted new documents at …". */
function whatCame(newer: TaxStatus, base: TaxStatus): string {
  const papers = newestSubmission(newer)
  const at = (moment: string | number) => formatDate(moment, 'MMM DD, YYYY, hh:mm A')
  if (papers && papers._id !== newestSubmission(base)?._id) {
    return `${papers.by} submitted new documents at ${at(papers.submittedAt)}. Your choices were about the older ones and were not saved. Look at the new documents and decide again.`
  }
  return `The IRS record was looked up again at ${at(newer.verdict?.checkedAt ?? Date.now())} and has changed. Your choices were about the older one and were not saved. Look at it and decide again.`
}
