import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../kit/api/api.ts'
import { keepSession, local, rememberedLogin, takeWantedPage } from '../kit/api/session.ts'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { PublicFrame } from '../kit/page/PublicFrame.tsx'
import { type Challenge, CODE_SENT_TO, CodeForm, PasswordForm, type Person, signInRemembered } from './SignInForms.tsx'

const subscribe = (listener: () => void) => {
  addEventListener('popstate', listener)
  return () => removeEventListener('popstate', listener)
}

/** With the entry in the browser's history, so that a reload keeps both: of /otp the step, not what was typed. */
interface EntryState {
  wanted?: string | undefined
  challenge?: (Challenge & { checked: boolean }) | undefined
}

const entryState = (): EntryState => history.state ?? {}

/** /login and /otp. */
export function SignInPages({ notice }: { notice?: string }) {
  const path = useSyncExternalStore(subscribe, () => location.pathname)
  const [{ wanted, challenge }, setState] = useState(() => ({ wanted: takeWantedPage(), ...entryState() }))
  const [remembered, setRemembered] = useState(rememberedLogin)

  const enter = useCallback(
    (person: Person, isRemembered: boolean) => {
      keepSession(person, isRemembered)
      location.replace(wanted ?? '/dashboard')
    },
    [wanted],
  )

  useEffect(() => {
    const isLost = path === '/otp' && !challenge
    history.replaceState({ wanted, challenge } satisfies EntryState, '', isLost ? '/login' : null)
  }, [path, wanted, challenge])

  useEffect(() => {
    if (remembered === undefined) return
    signInRemembered(remembered)
      .then((person) => enter(person, true))
      .catch((failure: unknown) => {
        const isForgotten = failure instanceof ApiError && (failure.status === 401 || failure.status === 400)
        if (isForgotten) local.clear()
        setRemembered(undefined)
      })
  }, [remembered, enter])

  if (remembered !== undefined) return <PublicFrame title="Sign in" lead="Signing you in…" />

  if (path === '/otp' && challenge) {
    return (
      <PublicFrame
        title="Enter OTP"
        lead={
          <>
            {CODE_SENT_TO} <b>{breakable(challenge.userName)}</b>
          </>
        }
      >
        <CodeForm
          challenge={challenge}
          onRenewed={(renewed) => setState({ wanted, challenge: { ...renewed, checked: challenge.checked } })}
          onSignedIn={(person) => enter(person, challenge.checked)}
          onBack={() => history.back()}
          canGoBack
        />
      </PublicFrame>
    )
  }

  const goToCode = (answered: Challenge, checked: boolean) => {
    const state = { wanted, challenge: { ...answered, checked } }
    setState(state)
    history.pushState(state, '', '/otp')
    dispatchEvent(new PopStateEvent('popstate'))
  }
  return (
    <PublicFrame title="Sign in" lead="Use your staff account. Next, we will email you a one-time code.">
      {notice && <Banner tone="success" text={notice} />}
      <PasswordForm onAnswered={goToCode} />
    </PublicFrame>
  )
}
