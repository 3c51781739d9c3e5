import type { PapersRequest } from '@hikmah/contract/papers-link'
import { PublicIcon } from '../kit/icons/public-icons.tsx'
import type { PageWords } from './page-words.ts'
import classes from './request-state.module.css'

interface AsideProps {
  words: PageWords
  /** Which of the four steps is under way, from 0. */
  current: number
  /** Of the first two steps. */
  days: [asked: string, sent: string]
}

export function Aside({ words: { next, weAsk }, current, days }: AsideProps) {
  return (
    <aside className={classes.aside}>
      <section>
        <h2>{next.title}</h2>
        <ol className={classes.steps}>
          {next.steps.map((step, place) => (
            <li
              key={step}
              data-state={place < current ? 'done' : place === current ? 'current' : 'later'}
              aria-current={place === current ? 'step' : undefined}
            >
              {place < current && <PublicIcon name="check" size={12} />}
              <span>
                <b>{step}</b>
                {days[place]}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h2>{weAsk.title}</h2>
        <p>{weAsk.text}</p>
      </section>
    </aside>
  )
}

interface SentProps {
  submitted: NonNullable<PapersRequest['submitted']>
  words: PageWords
  formatDay: (moment: string) => string
}

export function Sent({ submitted: { at, documents, einStatus, exemptStatus }, words, formatDay }: SentProps) {
  const { ein, exemption, statuses } = words.reviews
  return (
    <>
      <p className={classes.sent} role="status">
        {words.sent.text(formatDay(at), documents)}
      </p>
      <dl className={classes.reviews}>
        {(
          [
            [ein, einStatus],
            [exemption, exemptStatus],
          ] as const
        ).map(
          ([name, status]) =>
            status && (
              <div key={name}>
                <dt>{name}</dt>
                <dd data-status={status}>{statuses[status]}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  )
}
