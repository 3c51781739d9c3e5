export interface Held {
  draft: Record<string, unknown>
  step: number
}

export interface Kept extends Held {
  savedAt: string
  version: number
}

/** The result of another save: the newer draft, or null if it was discarded. */
export interface Conflicting {
  current: Kept | null
}

export interface DraftState {
  savedAt?: string | undefined
  isSaving?: boolean
  /** Why it was not saved. It retries automatically. */
  failure?: string | undefined
  /** What another tab did with the draft. */
  note?: string | undefined
}

interface Callbacks {
  save: (held: Held & { version: number }, isLeaving: boolean) => Promise<Kept | Conflicting>
  /** Shows a draft from another tab. Returns the resulting values of the wizard. */
  takeUp: (draft: Kept) => Held
  onState: (state: DraftState) => void
}

export const REST_MS = 1_000
const RETRY_MS = 5_000
const MAX_RETRY_MS = 60_000

export const CHANGED_ELSEWHERE = 'This draft was changed in another tab. Here is what it saved.'
export const DROPPED_ELSEWHERE =
  'This draft was added or discarded in another tab. What you have written here is kept as a new draft.'

/** The server stores a draft unchanged, so its text equals what was sent. */
const textOf = ({ draft, step }: Held) => JSON.stringify({ draft, step })

/** Keeps a draft on the server: one save at a time, a second after a change, again after a failure. */
export function draftKeeper(found: Kept | null, initial: Held, { save, takeUp, onState }: Callbacks) {
  let version = found?.version ?? 0
  let kept = textOf(initial)
  let now = kept
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isClosed = false
  let failures = 0
  /** Sent without a response: it may have been saved anyway. */
  let unanswered: string[] = []
  let state: DraftState = { savedAt: found?.savedAt }

  function tell(change: DraftState) {
    state = { ...state, ...change }
    onState(state)
  }

  function later(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  function showNewer(newer: Kept) {
    version = newer.version
    now = kept = textOf(takeUp(newer))
    tell({ savedAt: newer.savedAt, note: CHANGED_ELSEWHERE })
  }

  function settle(answer: Kept | Conflicting, sent: string) {
    const arrived = unanswered
    failures = 0
    unanswered = []
    if ('version' in answer) return setKept(answer, sent)
    const { current } = answer
    if (!current) {
      version = 0
      tell({ savedAt: undefined, note: DROPPED_ELSEWHERE })
    } else if (arrived.includes(textOf(current))) setKept(current, textOf(current))
    else showNewer(current)
  }

  function setKept(as: Kept, text: string) {
    version = as.version
    kept = text
    tell({ savedAt: as.savedAt })
  }

  async function push(isLeaving: boolean) {
    const sent = now
    tell({ isSaving: true, failure: undefined })
    try {
      settle(await save({ ...(JSON.parse(sent) as Held), version }, isLeaving), sent)
    } catch (failure) {
      failures += 1
      unanswered.push(sent)
      tell({ failure: (failure as Error).message.trim() })
    } finally {
      running = undefined
      tell({ isSaving: false })
    }
    if (now === kept || isClosed) return
    later(failures > 0 ? Math.min(RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS) : 0)
  }

  /** Keeps at once what is not kept yet. */
  async function flush(isLeaving = false): Promise<void> {
    clearTimeout(timer)
    if (running) await running
    if (isClosed || now === kept) return
    running ??= push(isLeaving)
    await running
  }

  return {
    flush,
    isUnkept: () => !isClosed && now !== kept,
    /** What the wizard holds now; a step further is kept at once. */
    hold(held: Held) {
      const before = JSON.parse(now) as Held
      now = textOf(held)
      if (isClosed || now === kept) return
      if (state.note) tell({ note: undefined })
      if (before.step === held.step) later(REST_MS)
      else void flush()
    },
    /** A draft from the server: shown if it is newer and nothing here is unsaved. */
    meet(other: Kept | null) {
      if (other && other.version > version && now === kept && !running && !isClosed) showNewer(other)
    },
    /** Saves no more, because it is being added or discarded. Returns the version that was kept. */
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
      return version
    },
    reopen() {
      isClosed = false
      if (now !== kept) later(0)
    },
    startOver(held: Held) {
      version = 0
      now = kept = textOf(held)
      isClosed = false
      tell({ savedAt: undefined, failure: undefined, note: undefined })
    },
  }
}
