/** What was written to a visitor and not sent: kept in this browser, for each person apart, also when they sign out. */
export interface AnswerDraft {
  answer: string
  note: string
}

const PREFIX = 'answer draft '
/** The oldest go first. */
const MOST = 50

const keyOf = (me: string, id: string) => `${PREFIX}${me} ${id}`

interface Stored extends AnswerDraft {
  at: number
}

function readStored(key: string): Stored | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Stored> | null
    const isDraft = typeof stored?.answer === 'string' && typeof stored.note === 'string'
    return isDraft ? { answer: stored.answer ?? '', note: stored.note ?? '', at: Number(stored.at) || 0 } : undefined
  } catch {
    return undefined
  }
}

export const draftOf = (me: string, id: string): AnswerDraft | undefined => readStored(keyOf(me, id))

/** An empty one is dropped. */
export function keepDraft(me: string, id: string, { answer, note }: AnswerDraft) {
  if (answer === '' && note === '') return localStorage.removeItem(keyOf(me, id))
  const kept = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== keyOf(me, id))
  const newestFirst = kept.sort((a, b) => (readStored(b)?.at ?? 0) - (readStored(a)?.at ?? 0))
  for (const key of newestFirst.slice(MOST - 1)) localStorage.removeItem(key)
  localStorage.setItem(keyOf(me, id), JSON.stringify({ answer, note, at: Date.now() } satisfies Stored))
}
