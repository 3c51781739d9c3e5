export interface WizardInput {
  draft: Record<string, unknown>
  step: number
}

export interface SavedDraft extends WizardInput {
  savedAt: string
  version: number
}

/** Another tab saved or, with null, discarded the draft. */
export interface DraftConflict {
  current: SavedDraft | null
}

export interface DraftState {
  savedAt?: string | undefined
  isSaving?: boolean
  /** Why the last save failed; it is repeated. */
  failure?: string | undefined
  /** What another tab did with the draft. */
  note?: string | undefined
}

interface Callbacks {
  save: (input: WizardInput & { version: number }, isLeaving: boolean) => Promise<SavedDraft | DraftConflict>
  /** Shows a draft from another tab. Returns the resulting input. */
  show: (draft: SavedDraft) => WizardInput
  onState: (state: DraftState) => void
}

export const REST_MS = 1_000
const RETRY_MS = 5_000
const MAX_RETRY_MS = 60_000

export const CHANGED_ELSEWHERE = 'This draft was changed in another tab. Here is what it saved.'
export const DROPPED_ELSEWHERE =
  'This draft was added or discarded in another tab. What you have written here is kept as a new draft.'

/** The server stores a draft unchanged, so its text equals that of the request. */
const toText = ({ draft, step }: WizardInput) => JSON.stringify({ draft, step })

/** Saves a draft on the server: one save at a time, a second after a change, again after a failure. */
export function draftKeeper(found: SavedDraft | null, initial: WizardInput, { save, show, onState }: Callbacks) {
  let version = found?.version ?? 0
  let savedText = toText(initial)
  let currentText = savedText
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isClosed = false
  let failures = 0
  /** Texts sent without a response, which the server may have saved anyway. */
  let unanswered: string[] = []
  let state: DraftState = { savedAt: found?.savedAt }

  function updateState(change: DraftState) {
    state = { ...state, ...change }
    onState(state)
  }

  function saveLater(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  function showNewer(newer: SavedDraft) {
    version = newer.version
    currentText = savedText = toText(show(newer))
    updateState({ savedAt: newer.savedAt, note: CHANGED_ELSEWHERE })
  }

  function settle(answer: SavedDraft | DraftConflict, sentText: string) {
    const mayBeSaved = unanswered
    failures = 0
    unanswered = []
    if ('version' in answer) return setSaved(answer, sentText)
    const { current } = answer
    if (!current) {
      version = 0
      updateState({ savedAt: undefined, note: DROPPED_ELSEWHERE })
    } else if (mayBeSaved.includes(toText(current))) setSaved(current, toText(current))
    else showNewer(current)
  }

  function setSaved(saved: SavedDraft, text: string) {
    version = saved.version
    savedText = text
    updateState({ savedAt: saved.savedAt })
  }

  async function send(isLeaving: boolean) {
    const sentText = currentText
    updateState({ isSaving: true, failure: undefined })
    try {
      settle(await save({ ...(JSON.parse(sentText) as WizardInput), version }, isLeaving), sentText)
    } catch (failure) {
      failures += 1
      unanswered.push(sentText)
      updateState({ failure: (failure as Error).message.trim() })
    } finally {
      running = undefined
      updateState({ isSaving: false })
    }
    if (!hasChanges()) return
    saveLater(failures > 0 ? Math.min(RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS) : 0)
  }

  const hasChanges = () => !isClosed && currentText !== savedText

  /** Saves changes at once. */
  async function flush(isLeaving = false): Promise<void> {
    clearTimeout(timer)
    // Without one, the save begins at once: the page may be closing.
    if (running) await running
    if (!hasChanges()) return
    running ??= send(isLeaving)
    await running
  }

  return {
    flush,
    hasChanges,
    /** Saves a later step at once, and other input after a rest. */
    update(input: WizardInput) {
      const previous = JSON.parse(currentText) as WizardInput
      currentText = toText(input)
      if (!hasChanges()) return
      if (state.note) updateState({ note: undefined })
      if (previous.step === input.step) saveLater(REST_MS)
      else void flush()
    },
    /** Shows a newer draft of the server unless something here is unsaved. */
    receive(other: SavedDraft | null) {
      if (other && other.version > version && currentText === savedText && !running && !isClosed) showNewer(other)
    },
    /** Stops saving, because the thing is being added or discarded. Returns the saved version. */
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
      return version
    },
    reopen() {
      isClosed = false
      if (hasChanges()) saveLater(0)
    },
    startOver(input: WizardInput) {
      version = 0
      currentText = savedText = toText(input)
      isClosed = false
      updateState({ savedAt: undefined, failure: undefined, note: undefined })
    },
  }
}
