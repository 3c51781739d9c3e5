import { type InvoiceReminders, MAX_REMINDERS, openInvoices } from '@hikmah/contract/open-invoices'
import { dayText } from '@hikmah/contract/words'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { read, useWrite } from '../kit/api/data.ts'
import { Dialog, DialogActions, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { serverNow } from '../kit/format/server-time.ts'
import { formatDate } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { LetterPanel, letterFailure } from '../mails/LetterPanel.tsx'
import classes from './open-invoices.module.css'

// Rarely needed, so it stays out of what the screens load.
const HoldDialog = lazy(() => import('./HoldDialog.tsx').then((it) => ({ default: it.HoldDialog })))

/** Who got which reminder, what comes next, and what holds it. */
export function RemindersOfInvoice({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(read(openInvoices.readInvoiceReminders, { params: { id } }))
  const [isPreviewed, setPreviewed] = useState(false)
  const reminders = data?.data
  return (
    <section aria-label="Reminders">
      <SectionHead title="Reminders" />
      {error && !data && <LoadFailure what="The reminders" error={error} onRetry={refetch} />}
      {reminders && (
        <>
          <ul className={classes.steps}>
            {reminders.sent.map(({ step, at, to }) => (
              <li key={step}>
                <b>Reminder {step}</b>
                <span>
                  <When at={at} /> to {to}
                </span>
              </li>
            ))}
            <li>
              <b>{nextTitle(reminders)}</b>
              <span>{nextText(reminders)}</span>
            </li>
          </ul>
          <div className={classes.acts}>
            <GuardedButton
              size="xs"
              variant="default"
              reason={!reminders.next && 'No reminder follows'}
              onClick={() => setPreviewed(true)}
            >
              Preview
            </GuardedButton>
            <HoldButtons id={id} hold={reminders.hold} />
          </div>
        </>
      )}
      {isPreviewed && <Preview id={id} onClose={() => setPreviewed(false)} />}
    </section>
  )
}

const nextTitle = ({ sent, next }: InvoiceReminders) =>
  next ? `Reminder ${next.step} of ${MAX_REMINDERS}` : sent.length === MAX_REMINDERS ? 'All sent' : 'None follows'

function nextText({ next, hold }: InvoiceReminders) {
  if (hold) return holdText(hold)
  if (next) return `${whenText(next.at)}, unless it is paid`
  return 'It is left to people'
}

/** A day that is over is no promise: the round of the hour has not come yet, or the organization is blocked. */
export const whenText = (at: string) => `${Date.parse(at) > serverNow() ? 'on' : 'due since'} ${formatDate(at, 'll')}`

export const holdText = ({ until, reason, byName, scope }: NonNullable<InvoiceReminders['hold']>) =>
  `Held until ${dayText(until)}${scope === 'organization' ? ' for the organization' : ''}: ${reason} (${byName})`

/** Hold, or let go on. */
export function HoldButtons({ id, hold, name }: { id: string; hold: InvoiceReminders['hold']; name?: string }) {
  const [isHolding, setHolding] = useState(false)
  const release = useWrite(openInvoices.releaseReminders, {
    success: (_, message) => notifySuccess(message ?? ''),
    error: ({ message }) => notifyFailure(message),
  })
  const label = (act: string) => (name ? { 'aria-label': `${act}, ${name}` } : {})
  return (
    <>
      {hold ? (
        <Button
          size="xs"
          variant="default"
          loading={release.isPending}
          onClick={() => release.mutate({ params: { id } })}
          {...label('Release')}
        >
          Release
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={() => setHolding(true)} {...label('Hold reminders')}>
          Hold reminders
        </Button>
      )}
      {isHolding && (
        <Suspense>
          <HoldDialog id={id} onClose={() => setHolding(false)} />
        </Suspense>
      )}
    </>
  )
}

function Preview({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useQuery(read(openInvoices.previewReminder, { params: { id } }))
  return (
    <Dialog title="The next reminder" size="lg" onClose={onClose}>
      {error && <p role="alert">{letterFailure(error)}</p>}
      {data?.data && <LetterPanel letter={data.data} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
