import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCurrentUser, useWrite } from '../kit/api/data.ts'
import { type AnswerDraft, keepDraft } from './answer-drafts.ts'
import type { Conversation, DeskKind, DeskSearch } from './desk-kinds.ts'

/** What was done last at this desk, by this person in this tab. */
interface LastAnswer {
  id: string
  text: string
  isFailed?: boolean
  undo?: { version: number; until: number }
  /** What an undo gives back. */
  written?: AnswerDraft
}

/** `onUndone` shows the form of that one anew. */
export function useLastAnswer(kind: DeskKind, search: DeskSearch, onUndone: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const me = useCurrentUser()
  // Beside the answers of the server: it outlives the page it is about, and ends with the session.
  const queryKey = ['last answer', kind.one]
  const { data: act } = useQuery<LastAnswer>({
    queryKey,
    queryFn: skipToken,
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  })
  const last = () => client.getQueryData<LastAnswer>(queryKey)
  const tell = (next: LastAnswer) => client.setQueryData<LastAnswer>(queryKey, next)
  const take = (conversation: Conversation) =>
    client.setQueryData(kind.readOne(conversation._id).queryKey as readonly unknown[], {
      data: conversation,
      meta: undefined,
    })

  // Both kinds of calls take and answer the same.
  const undo = useWrite(kind.calls.undo as DeskKind['calls']['undo'], {
    success: (conversation, message) => {
      const { id, written } = last() ?? { id: conversation._id }
      take(conversation)
      if (written) keepDraft(me._id, id, written)
      tell({ id, text: message ?? '' })
      onUndone()
      return navigate(kind.at(id, search))
    },
    error: ({ message }) => tell({ id: last()?.id ?? '', text: message, isFailed: true }),
  })
  return {
    act,
    isUndoing: undo.isPending,
    undo() {
      const { id, undo: undoable } = last() ?? {}
      if (!id || !undoable || Date.now() > undoable.until) return
      undo.mutate({ params: { id }, body: { version: undoable.version } })
    },
    saved(conversation: Conversation, text: string, written: AnswerDraft) {
      take(conversation)
      const { _id: id, version } = conversation
      tell({ id, text, written, undo: { version, until: Date.now() + UNDO_S * 1000 } })
    },
  }
}

export type LastAnswerDesk = ReturnType<typeof useLastAnswer>
