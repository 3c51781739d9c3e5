import type { Organization } from '@hikmah/contract/organizations/schemas'
import { whyNotSendLink } from '@hikmah/contract/tax-verification/rules'
import { WAITING_FOR_PAPERS } from '@hikmah/contract/tax-verification/words'
import { Kbd } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { confirm } from '../kit/feedback/messages.tsx'
import { useShortcut } from '../kit/feedback/shortcuts.ts'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { formatDate } from '../kit/format/texts.ts'
import { END_LINK, readLink, Said, useLinkActs } from './PapersLinkPanel.tsx'
import classes from './papers-link.module.css'

/** In the decision, while papers are awaited: reminds of them, or ends the link. */
export function AwaitedPapersPanel({ organization }: { organization: Organization }) {
  const { data } = useQuery(readLink(organization))
  const acts = useLinkActs(organization)
  const { orgAdmin, orgEmail } = organization
  const link = data?.data
  const why = whyNotSendLink(acts.addressee)
  const remind = async () => {
    if (await confirm(remindQuestion(orgEmail))) acts.send()
  }
  useShortcut('S', 'Remind of the papers', () => void remind(), { disabled: link?.state !== 'open' || why !== null })
  if (link?.state !== 'open') return null
  const { remindedAt, expiresAt } = link
  const reminder = remindedAt ?? link.remindAt
  return (
    <section aria-label={WAITING_FOR_PAPERS} className={classes.awaited}>
      <GuardedButton
        variant="default"
        reason={why}
        loading={acts.isSending}
        onClick={() => void remind()}
        rightSection={
          <Kbd size="xs" aria-hidden="true">
            S
          </Kbd>
        }
      >
        Remind {orgAdmin || 'the organization'}
      </GuardedButton>
      <GuardedButton variant="default" loading={acts.isEnding} onClick={() => void acts.end()}>
        {END_LINK}
      </GuardedButton>
      <p>
        {reminder && (
          <>
            Reminded {remindedAt ? '' : 'by itself '}on <b>{formatDate(reminder, 'MMM D')}</b>.{' '}
          </>
        )}
        On <b>{formatDate(expiresAt, 'MMM D')}</b> the link ends and the review is back in Waiting.
      </p>
      <Said acts={acts} />
    </section>
  )
}

const remindQuestion = (email: string) => ({
  title: 'Remind of the papers?',
  body: `A new link is emailed to ${email} now. The one that was sent before ends.`,
  action: 'Send the reminder',
  destructive: false,
})
