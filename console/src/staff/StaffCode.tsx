import { CODE_SENT } from '@hikmah/contract/sign-in/endpoints'
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiError } from '../kit/api/api.ts'
import { notifyFailure, notifySuccess } from '../kit/feedback/notify.ts'
import { fieldError } from '../kit/field/field-error.tsx'
import { useSecondsUntil } from '../kit/form/action.ts'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import classes from './staff.module.css'

export const EDIT_TEAM_MEMBER = 'Edit Team Member'

const LENGTH = 6

export const isWholeCode = (code: string) => code.length === LENGTH

interface FieldProps {
  label: string
  description: string
  value: string
  onChange: (code: string) => void
  error?: ReactNode
}

/** An e-mailed code of exactly six digits. One box, so that pasting and reading aloud both work. */
export function CodeField({ label, description, value, onChange, error }: FieldProps) {
  return (
    <TextInput
      label={label}
      description={description}
      className={classes.code}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value.replace(/\D/g, '').slice(0, LENGTH))}
      error={fieldError(error)}
    />
  )
}

/** When another code may be sent, as the server said during this visit; it is in no address. */
const ends = new Map<string, number>()

export const noteWait = (userName: string, seconds: number) => ends.set(userName, Date.now() + seconds * 1000)

const useResendWait = (userName: string) => useSecondsUntil(ends.get(userName) ?? 0)

interface ResendProps {
  userName: string
  reason: string | false | null
  isPending: boolean
  onPress: () => void
}

export function ResendCode({ userName, reason, isPending, onPress }: ResendProps) {
  const wait = useResendWait(userName)
  return (
    <GuardedButton
      variant="default"
      loading={isPending}
      reason={reason || (wait > 0 && `A new code can be sent in ${wait} s`)}
      onClick={onPress}
    >
      Resend code
    </GuardedButton>
  )
}

export const resendOutcome = (userName: string, onSent: () => void) => ({
  success: ({ resendWaitS }: { resendWaitS: number }) => {
    noteWait(userName, resendWaitS)
    onSent()
    notifySuccess(CODE_SENT, 'The previous code no longer works.')
  },
  error: ({ message, retryAfter }: ApiError) => {
    if (retryAfter) noteWait(userName, retryAfter)
    notifyFailure(message)
  },
})

export const TeamMembersLink = ({ children = 'Team Members' }: { children?: ReactNode }) => (
  // Only on the list itself is it the current page, not on the pages below it.
  <LinkTo to="/team-members" activeOptions={{ exact: true }}>
    {children}
  </LinkTo>
)

export const teamMembersWayBack = <TeamMembersLink>Go to the team members</TeamMembersLink>
