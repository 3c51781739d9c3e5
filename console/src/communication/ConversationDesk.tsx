import type { InquiryRow } from '@hikmah/contract/communication/endpoints'
import { inquiryStatuses, streamName } from '@hikmah/contract/communication/schemas'
import { retained } from '@hikmah/contract/retention'
import { fullName } from '@hikmah/contract/words'
import { Kbd } from '@mantine/core'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ApiError } from '../kit/api/api.ts'
import { mailWait, useMay, useWrite } from '../kit/api/data.ts'
import desk from '../kit/desk/desk.module.css'
import rail from '../kit/desk/rail.module.css'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { confirm, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { When } from '../kit/format/When.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { Deferred, LinkTo, PageTitle, PageTrail } from '../kit/page/Page.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { AnswerWaiting } from './AnswerWaiting.tsx'
import {
  ConversationChips,
  ConversationStatusBadge,
  demoStatusChoices,
  inquiryStatusChoices,
} from './ConversationBadges.tsx'
import { ConversationFacts, Question } from './ConversationFacts.tsx'
import { ConversationRail, ConversationStrip, useConversationQueue } from './ConversationRail.tsx'
import { ConversationThread } from './ConversationThread.tsx'
import classes from './conversation-desk.module.css'
import {
  type Conversation,
  type ConversationRow,
  type DeskKind,
  type DeskSearch,
  inquiryDesk,
  requestDesk,
} from './desk-kinds.ts'
import { useLastAnswer } from './last-answer.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Passed on by the list, so that the desk paints at once. It is read again anyway. */
    inquiry?: InquiryRow
  }
}

/** Of a demo request; the address of the answer opens the same desk. */
export function DemoRequestDesk() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const search: DeskSearch = useSearch({ strict: false })
  return <ConversationDesk kind={requestDesk} id={id} search={search} />
}

export function InquiryDesk() {
  const { id, ...search }: DeskSearch & { id?: string } = useSearch({ strict: false })
  return id ? <ConversationDesk kind={inquiryDesk} id={id} search={search} /> : <NoInquiry />
}

/** An address without a valid inquiry leads back to the list and says why. */
function NoInquiry() {
  useEffect(() => notifyFailure('This address does not lead to an inquiry. Choose one from the list.'), [])
  return <Navigate to="/communication/contact-us" replace />
}

interface Props {
  kind: DeskKind
  id: string
  search: DeskSearch
}

// The browser keeps it across reloads, so its shape may be outdated.
const isInquiryRow = (handed: InquiryRow | undefined): handed is InquiryRow =>
  Array.isArray(handed?.assignee) && inquiryStatuses.includes(handed.status)

function ConversationDesk({ kind, id, search }: Props) {
  const handed = useLocation({ select: ({ state }) => (isInquiryRow(state.inquiry) ? state.inquiry : undefined) })
  const one = useQuery({
    // Of one of the two kinds.
    ...(kind.readOne(id) as unknown as UseQueryOptions<{ data: Conversation }, ApiError>),
    refetchInterval: ({ state }) => mailWait(state.data?.data.responseTimeline),
  })
  const [saves, setSaves] = useState(0)
  const again = () => setSaves((times) => times + 1)
  const last = useLastAnswer(kind, search, again)
  const onceSaved = useNavigateOnceSaved()
  const trail = [
    <LinkTo key="all" to={kind.list}>
      {kind.title}
    </LinkTo>,
  ]
  const conversation = one.data?.data
  const row = conversation ?? (handed?._id === id ? handed : undefined)
  const queue = useConversationQueue(kind, id, search, one, row)
  const isGone = one.error?.status === 404
  if (one.error?.status === 400 || (isGone && !conversation)) {
    const name = kind === inquiryDesk ? 'Inquiry' : 'Demo request'
    return (
      <LoadedPage name={name} query={{ ...one, data: undefined }} trail={trail} wayBack={trail}>
        {() => null}
      </LoadedPage>
    )
  }

  const statuses = kind === inquiryDesk ? inquiryStatusChoices : demoStatusChoices
  const visitor = row ? visitorOf(row) : kind.title
  return (
    <div className={`${desk.desk} ${classes.desk}`}>
      <PageTrail title={visitor} trail={trail} />
      <ConversationRail kind={kind} id={id} row={row} search={search} statuses={statuses} queue={queue} />
      <ConversationStrip kind={kind} search={search} queue={queue} />
      <header className={`${rail.head} ${classes.head}`}>
        <div className={classes.name} title={visitor}>
          <PageTitle key={id} title={visitor} />
          {row && <ConversationStatusBadge status={row.status} bare />}
          {row && <ConversationChips row={row} bare />}
        </div>
        {queue.placeText && (
          <span className={classes.place}>
            {queue.placeText}
            <span aria-hidden="true">
              <Kbd size="xs">J</Kbd> <Kbd size="xs">K</Kbd>
            </span>
          </span>
        )}
        {row && <DeleteButton kind={kind} row={row} visitor={visitor} />}
        {row && (
          <p className={rail.sub}>
            <span className={classes.about} title={aboutOf(row)}>
              {[aboutOf(row), streamName(row.stream)].filter(Boolean).join(' · ')} ·{' '}
              <When at={row.createdAt} as="moment" />
            </span>
          </p>
        )}
      </header>
      <div className={classes.thing}>
        <div className={classes.question}>
          {isGone && (
            <Banner
              tone="danger"
              text={`This ${kind.one} no longer exists. Somebody may have deleted it. Your input stays here so you can copy it.`}
            />
          )}
          {row && <Question row={row} />}
          {!row && one.error && <LoadFailure what={`The ${kind.one}`} error={one.error} onRetry={one.refetch} />}
          {!row && !one.error && <LoadingLines name={`the ${kind.one}`} />}
        </div>
        {row && (
          <div className={classes.more}>
            <ConversationFacts key={id} row={row} />
            <section className={classes.thread}>
              <h2>Thread</h2>
              {conversation ? (
                <ConversationThread key={id} kind={kind} conversation={conversation} visitor={visitor} />
              ) : (
                <LoadingLines name="the thread" lines={4} />
              )}
            </section>
          </div>
        )}
      </div>
      <aside className={classes.answer} aria-label={kind.answers}>
        {conversation ? (
          <Deferred instead={<AnswerWaiting kind={kind} />}>
            <AnswerForm
              key={`${id} ${saves}`}
              kind={kind}
              answered={conversation}
              visitor={visitor}
              statuses={statuses}
              last={last}
              onStale={again}
              onSaved={(message) => {
                notifySuccess(message ?? kind.updated, visitor)
                again()
                return onceSaved(kind.at(id, search))
              }}
              openNext={() => {
                again()
                return queue.openNext()
              }}
            />
          </Deferred>
        ) : (
          <AnswerWaiting kind={kind} />
        )}
      </aside>
    </div>
  )
}

const visitorOf = (row: ConversationRow) => ('message' in row ? row.name : fullName(row.name))
const aboutOf = (row: ConversationRow) => ('message' in row ? row.inquiryType : row.organizationName)

function DeleteButton({ kind, row, visitor }: { kind: DeskKind; row: ConversationRow; visitor: string }) {
  const { one, many, deleted, restored, list, calls } = kind
  const mayDelete = useMay('communication.delete')
  const navigate = useNavigate()
  const input = { params: { id: row._id } }
  const error = ({ message }: Error) => notifyFailure(message)
  const restore = useWrite(calls.restore, { success: () => notifySuccess(restored, visitor), error })
  const remove = useWrite(calls.remove, {
    leave: () => navigate({ to: list }),
    success: (_, message) =>
      notifySuccess(message ?? deleted, visitor, { label: 'Undo', run: () => restore.mutate(input) }),
    error,
  })

  async function askAndRemove() {
    const isSure = await confirm({
      title: `Delete the ${one} from ${visitor}?`,
      body: `It is removed from the list, along with its responses. You can undo this right afterwards. After ${retained.conversations.days} days it is removed for good.`,
      action: `Delete ${one}`,
    })
    if (isSure) remove.mutate(input)
  }

  return (
    <GuardedButton
      variant={mayDelete ? 'danger-outline' : 'default'}
      size="xs"
      loading={remove.isPending}
      reason={!mayDelete && `Only owners and admins can delete ${many}`}
      onClick={() => void askAndRemove()}
    >
      Delete
    </GuardedButton>
  )
}
