import type { Organization } from '@hikmah/contract/organizations/schemas'
import { type PapersLink, papersLink } from '@hikmah/contract/papers-link'
import { whyNotAttachPapers, whyNotRevokeLink, whyNotSendLink } from '@hikmah/contract/tax-verification/rules'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { confirm } from '../kit/feedback/messages.tsx'
import { CopyLinkDialog } from '../kit/field/CopyLinkDialog.tsx'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { dayFormat, formatDate, plural, timeUntil } from '../kit/format/texts.ts'
import { Age, When } from '../kit/format/When.tsx'
import { Glyph, type GlyphName, type Tone } from '../kit/icons/glyphs.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import classes from './papers-link.module.css'

// Rarely needed, so it stays out of what the screens load.
const AttachDialog = lazy(() => import('./AttachDialog.tsx').then((it) => ({ default: it.AttachDialog })))

const PAPERS_LINK = 'Papers link'
export const END_LINK = 'End the link'

const states: Record<PapersLink['state'], { label: string; tone: Tone; text?: string }> = {
  open: { label: 'Open', tone: 'invite' },
  used: { label: 'Used', tone: 'success' },
  expired: { label: 'Expired', tone: 'warning', text: 'It takes no papers any more.' },
  revoked: { label: 'Ended', tone: 'discontinued', text: 'It was ended before papers came.' },
  replaced: { label: 'Replaced', tone: 'discontinued', text: 'A newer link replaced it.' },
  blocked: {
    label: 'Blocked',
    tone: 'danger',
    text: 'The organization is blocked. The link takes no papers until it is unblocked.',
  },
}

interface PanelProps {
  organization: Organization
  /** Beside `AwaitedPapersPanel`, which has the other acts. */
  isAwaited?: boolean
}

export const readLink = ({ _id }: Organization) => read(papersLink.readPapersLink, { params: { orgId: _id } })

/** The link with which an organization sends its papers without an account: where it stands, and what staff do with it. */
export function PapersLinkPanel({ organization, isAwaited = false }: PanelProps) {
  const { data, error, refetch } = useQuery(readLink(organization))
  const mayDecide = useMay('tax-verification.decide')
  return (
    <section aria-label={PAPERS_LINK} className={classes.panel}>
      <SectionHead title={PAPERS_LINK}>
        {data?.data && <StatusBadge tone={states[data.data.state].tone}>{states[data.data.state].label}</StatusBadge>}
      </SectionHead>
      {error && <LoadFailure what="The papers link" error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name="the papers link" lines={2} />}
      {data && (
        <>
          {data.data ? (
            <LinkState link={data.data} />
          ) : (
            <p className="nothing">
              No link was sent yet. With one the organization sends its papers without an account.
            </p>
          )}
          {mayDecide && <LinkActions organization={organization} link={data.data} isAwaited={isAwaited} />}
        </>
      )}
    </section>
  )
}

function LinkState({ link }: { link: PapersLink }) {
  const { state, createdAt, expiresAt, openedAt, sentTo, by } = link
  const { text } = states[state]
  const isOpen = state === 'open'
  const byWhom = link.reason === 'welcome' ? 'with the welcome letter' : `by ${by}`
  return (
    <>
      <dl className={classes.steps}>
        <Step name={sentTo === '' ? 'Copied' : 'Sent'} glyph="check" isDone>
          <When at={createdAt} as={dayFormat(createdAt)} age />
        </Step>
        <Step name="Opened" glyph={openedAt ? 'check' : 'dashed'} isDone={openedAt !== null}>
          {openedAt ? <When at={openedAt} as={dayFormat(openedAt)} age /> : 'not yet'}
        </Step>
        <Step name="Papers" glyph={link.documents > 0 ? 'check' : 'dashed'} isDone={link.documents > 0}>
          {papersText(link)}
        </Step>
        <Step name={isOpen || state === 'blocked' ? 'Ends' : 'Valid until'} glyph="clock">
          <When at={expiresAt} as={dayFormat(expiresAt)} />
          {isOpen && <Age text={`, ${timeUntil(expiresAt)}`} />}
        </Step>
      </dl>
      <p className={classes.text}>
        {sentTo === '' ? `Copied by ${by}, who passes it on.` : `Sent to ${sentTo} ${byWhom}.`} {text}
        {state === 'used' && link.submittedAt && `The papers came ${formatDate(link.submittedAt, 'moment')}.`}
      </p>
    </>
  )
}

function papersText({ documents, submittedAt, missing }: PapersLink): string {
  if (submittedAt) return documents === 0 ? 'sent without any' : `${documents} sent`
  const wanted = missing.length > 0 ? ` of ${missing.length}` : ''
  return documents === 0 ? `none${wanted} yet` : `${documents}${wanted} uploaded`
}

interface StepProps {
  name: string
  glyph: GlyphName
  isDone?: boolean
  children: ReactNode
}

const Step = ({ name, glyph, isDone = false, children }: StepProps) => (
  <div data-done={isDone || undefined}>
    <dt>
      <Glyph name={glyph} />
      {name}
    </dt>
    <dd>{children}</dd>
  </div>
)

export function useLinkActs({ _id, orgStatus, orgEmail }: Organization) {
  const [said, setSaid] = useState('')
  const [copy, setCopy] = useState<string>()
  const params = { orgId: _id }
  const send = useWrite(papersLink.sendPapersLink, {
    success: ({ url, sentTo }) => {
      if (sentTo === '') setCopy(url)
      setSaid(
        sentTo === '' ? 'A new link was made.' : `A new link was sent to ${sentTo}. Only this one takes papers now.`,
      )
    },
  })
  const revoke = useWrite(papersLink.revokePapersLink, { success: () => setSaid('The link was ended.') })
  return {
    addressee: { status: orgStatus, email: orgEmail },
    said,
    setSaid,
    copy,
    setCopy,
    isSending: send.isPending && send.variables.body.isSent !== false,
    isCopying: send.isPending && send.variables.body.isSent === false,
    isEnding: revoke.isPending,
    error: send.error ?? revoke.error,
    send: () => send.mutate({ params, body: {} }),
    async makeCopy(isOpen: boolean) {
      if (isOpen && !(await confirm(COPY_QUESTION))) return
      send.mutate({ params, body: { isSent: false } })
    },
    async end() {
      if (await confirm(END_QUESTION)) revoke.mutate({ params })
    },
  }
}

interface ActionProps extends PanelProps {
  link: PapersLink | null
}

function LinkActions({ organization, link, isAwaited }: ActionProps) {
  const acts = useLinkActs(organization)
  const { addressee, copy } = acts
  const [isAttaching, setAttaching] = useState(false)

  return (
    <>
      <div className={classes.actions}>
        {!isAwaited && (
          <GuardedButton
            variant="default"
            size="xs"
            reason={whyNotSendLink(addressee)}
            loading={acts.isSending}
            onClick={acts.send}
          >
            {link ? 'Send again' : 'Send a link'}
          </GuardedButton>
        )}
        <GuardedButton
          variant="default"
          size="xs"
          reason={whyNotSendLink(addressee, { isSent: false })}
          loading={acts.isCopying}
          onClick={() => void acts.makeCopy(link?.state === 'open')}
        >
          Copy link
        </GuardedButton>
        <GuardedButton
          variant="default"
          size="xs"
          reason={whyNotAttachPapers(addressee)}
          onClick={() => setAttaching(true)}
        >
          Attach papers
        </GuardedButton>
        {!isAwaited && (
          <GuardedButton
            variant="danger-outline"
            size="xs"
            reason={whyNotRevokeLink(link?.state)}
            loading={acts.isEnding}
            onClick={() => void acts.end()}
          >
            {END_LINK}
          </GuardedButton>
        )}
      </div>
      <Said acts={acts} />
      {isAttaching && (
        <Suspense>
          <AttachDialog
            organization={organization}
            onAttached={(count) => acts.setSaid(attachedText(count))}
            onClose={() => setAttaching(false)}
          />
        </Suspense>
      )}
      {copy && (
        <CopyLinkDialog title="Papers link to copy" url={copy} onClose={() => acts.setCopy(undefined)}>
          Whoever has this link can send papers for <bdi translate="no">{organization.orgName}</bdi>, for 14 days. It is
          shown only now and kept nowhere.
        </CopyLinkDialog>
      )}
    </>
  )
}

export const Said = ({ acts: { error, said } }: { acts: ReturnType<typeof useLinkActs> }) => (
  <>
    <FormAlert error={error} />
    <p className={classes.said} role="status">
      {said}
    </p>
  </>
)

const attachedText = (count: number) =>
  count === 0 ? 'The claim was submitted without papers.' : `${plural(count, 'paper')} attached.`

const COPY_QUESTION = {
  title: 'Make a new link to copy?',
  body: 'The link that is open now ends, also in the email that brought it.',
  action: 'Make a new link',
  destructive: false,
}

const END_QUESTION = {
  title: 'End the link?',
  body: 'The organization can no longer send papers with it. A new one can be sent at any time.',
  action: END_LINK,
}
