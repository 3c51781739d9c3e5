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

/** /login and /otp. The challenge lives in memory only, so a reload of /otp starts over. */
export function SignInPages({ notice }: { notice?: string }) {
  const path = useSyncExternalStore(subscribe, () => location.pathname)
  const [challenge, setChallenge] = useState<Challenge & { checked: boolean }>()
  const [remembered, setRemembered] = useState(rememberedLogin)

  const enter = useCallback((person: Person, isRemembered: boolean) => {
    keepSession(person, isRemembered)
    location.replace(takeWantedPage() ?? '/dashboard')
  }, [])

  useEffect(() => {
    if (path === '/otp' && !challenge) history.replaceState(null, '', '/login')
  }, [path, challenge])

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
          onSignedIn={(person) => enter(person, challenge.checked)}
          onBack={() => history.back()}
          canGoBack
        />
      </PublicFrame>
    )
  }

  const goToCode = (answered: Challenge, checked: boolean) => {
    setChallenge({ ...answered, checked })
    history.pushState(null, '', '/otp')
    dispatchEvent(new PopStateEvent('popstate'))
  }
  return (
    <PublicFrame title="Sign in" lead="Use your staff account. Next, we will e-mail you a one-time code.">
      {notice && <Banner tone="success" text={notice} />}
      <PasswordForm onAnswered={goToCode} />
    </PublicFrame>
  )
}
