import { firstStart, type SetupStep, setupSteps } from '@hikmah/contract/first-start'
import { Kbd, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { read } from '../kit/api/data.ts'
import { local } from '../kit/api/session.ts'
import { Glyph } from '../kit/icons/glyphs.tsx'
import { ButtonLink, LinkTo, SectionHead } from '../kit/page/Page.tsx'
import classes from './first-steps.module.css'

type Variant = 'filled' | 'default'

interface Words {
  title: string
  why: string
  /** Where it is done; without it, outside of the console. */
  act?: (variant: Variant) => ReactNode
}

const words: Record<SetupStep, Words> = {
  'sign-in': {
    title: 'Sign in with a code',
    why: 'The code of the first sign-in shows that your email address works',
  },
  mail: { title: 'Email goes out', why: 'The first letter by your mail server, such as a sign-in code or an invite' },
  registry: {
    title: 'Load the IRS files',
    why: 'Reviews compare every EIN with them. You can go on meanwhile',
    act: (variant) => (
      <ButtonLink variant={variant} to="/irs-registry">
        Load IRS files
      </ButtonLink>
    ),
  },
  payments: {
    title: 'Connect payments',
    why: 'Until STRIPE_SECRET_KEY is set on the server, nothing is charged',
  },
  application: {
    title: 'Add an application and its plans',
    why: 'What organizations can choose, at the prices that you set',
    act: (variant) => (
      <ButtonLink variant={variant} to="/add-product">
        ADD APPLICATION
      </ButtonLink>
    ),
  },
  colleague: {
    title: 'Invite a colleague',
    why: 'So that somebody can answer when you are away',
    act: (variant) => (
      <ButtonLink variant={variant} to="/add-finance-team-member">
        Invite New
      </ButtonLink>
    ),
  },
  invite: {
    title: 'Invite the first organization',
    why: 'It appears below once it accepts',
    act: (variant) => (
      <ButtonLink variant={variant} to="/invite-organization">
        Invite organization
      </ButtonLink>
    ),
  },
}

const NO_MAIL_SERVER = 'Letters stay in the local mailbox of this machine until SMTP_URL is set on the server'

const today = () => new Date().toDateString()

/** What a new console still needs. It goes once all is done, and on the owner's wish for a day. */
export function FirstSteps() {
  const [hiddenOn, setHiddenOn] = useState(local.get('setupHiddenOn'))
  const { data } = useQuery(read(firstStart.readSetup, {}))
  if (!data || hiddenOn === today()) return null
  const { done, hasMailServer } = data.data
  const next = setupSteps.find((step) => !done.includes(step) && words[step].act)
  if (done.length === setupSteps.length) return null

  function hide() {
    local.set('setupHiddenOn', today())
    setHiddenOn(today())
  }
  return (
    <div className={classes.first}>
      <section aria-label="Set up Hikmah Console" className={classes.setup}>
        <SectionHead title="Set up Hikmah Console">
          <span className="fine">
            {done.length} of {setupSteps.length} done
          </span>
          <UnstyledButton className={classes.hide} onClick={hide}>
            Hide until tomorrow
          </UnstyledButton>
        </SectionHead>
        <ol>
          {setupSteps.map((step, i) => {
            const { title, why, act } = words[step]
            const isDone = done.includes(step)
            return (
              <li key={step} data-done={isDone || undefined} data-next={step === next || undefined}>
                <span className={classes.mark} aria-hidden="true">
                  {isDone ? <Glyph name="check" size={20} /> : i + 1}
                </span>
                <div>
                  {title}
                  <small>{step === 'mail' && !hasMailServer ? NO_MAIL_SERVER : why}</small>
                </div>
                {isDone ? <span className="fine">Done</span> : (act?.(step === next ? 'filled' : 'default') ?? null)}
              </li>
            )
          })}
        </ol>
      </section>
      <GoodToKnow />
    </div>
  )
}

const GoodToKnow = () => (
  <aside aria-label="Good to know">
    <SectionHead title="Good to know" />
    <dl className={classes.known}>
      <dt>Find anything</dt>
      <dd>
        <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
      </dd>
      <dt>All shortcuts</dt>
      <dd>
        <Kbd>?</Kbd>
      </dd>
      <dt>Who may do what</dt>
      <dd>
        <LinkTo to="/roles">Roles</LinkTo>
      </dd>
    </dl>
  </aside>
)
