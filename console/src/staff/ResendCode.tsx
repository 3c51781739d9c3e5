import type { ApiError } from '../kit/api/api.ts'
import { notifyFailure, notifySuccess } from '../kit/feedback/notify.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { noteWait, useResendWait } from './resend-wait.ts'

interface Props {
  userName: string
  /** Why none can be sent at all. */
  reason: string | false
  isPending: boolean
  onPress: () => void
}

/** Sends another code, once the server allows it. */
export function ResendCode({ userName, reason, isPending, onPress }: Props) {
  const wait = useResendWait(userName)
  return (
    <SubmitButton
      type="button"
      variant="default"
      isQuiet
      loading={isPending}
      reason={reason || (wait > 0 && `A new code can be sent in ${wait} s`)}
      onClick={onPress}
    >
      Resend code
    </SubmitButton>
  )
}

/** The handlers for a resent code, or a failure to send it. */
export const resendOutcome = (userName: string, onSent: () => void) => ({
  success: ({ resendWaitS }: { resendWaitS: number }) => {
    noteWait(userName, resendWaitS)
    onSent()
    notifySuccess('Code sent successfully', 'The previous code no longer works.')
  },
  error: ({ message, retryAfter }: ApiError) => {
    if (retryAfter) noteWait(userName, retryAfter)
    notifyFailure(message)
  },
})
