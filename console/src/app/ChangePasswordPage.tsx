import { PASSWORD_CHANGED } from '@hikmah/contract/profile/endpoints'
import { useState } from 'react'
import { local } from '../kit/api/session.ts'
import { useFleetingState } from '../kit/form/action.ts'
import { ChangePassword } from '../profile/ChangePassword.tsx'
import { SignInPages } from '../sign-in/SignInPages.tsx'

const EIGHT_SECONDS = 8000

/** /change-password. All sessions have ended with the old password, so the sign-in follows, and says why. */
export function ChangePasswordPage() {
  const [isDone, setDone] = useState(false)
  const [said, setSaid] = useFleetingState<string | undefined>(undefined, EIGHT_SECONDS)

  function goToSignIn() {
    local.clear()
    history.replaceState(null, '', '/login')
    setDone(true)
    setSaid(PASSWORD_CHANGED)
  }
  return isDone ? <SignInPages notice={said} /> : <ChangePassword onDone={goToSignIn} />
}
