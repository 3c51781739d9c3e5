import { readEmail } from '@hikmah/contract/email-address'
import { CODE_SENT } from '@hikmah/contract/sign-in/endpoints'
import {
  MAY_NOT_INVITE_STAFF,
  MAY_NOT_RESET_PASSWORDS,
  RESET_DONE,
  type StaffMember,
  staff,
  whyNotResendCode,
} from '@hikmah/contract/staff'
import { readCode } from '@hikmah/contract/typed'
import { isGoodPassword } from '@hikmah/contract/words'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../kit/api/api.ts'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { PasswordField } from '../kit/field/PasswordField.tsx'
import { useSecondsUntil } from '../kit/form/action.ts'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { GuardedButton, SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { fullName } from '../kit/format/texts.ts'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { ButtonLink, LinkTo, Page } from '../kit/page/Page.tsx'
import classes from './staff.module.css'
import { noteWait, TeamMembersLink, teamMembersWayBack, waitEnd } from './TeamMembersLink.tsx'

const route = getRouteApi('/console/verify-team-member-code')
const VERIFY = 'Verify Team Member'
const trail = [<TeamMembersLink key="all" />]

/** /verify-team-member-code. The address says whose code it is, so that a reload goes on. */
export function VerifyStaff() {
  const { userName } = route.useSearch()
  if (userName) return <VerifyByCode key={userName} userName={userName} />
  return (
    <WithoutMember
      page={VERIFY}
      question="Whose code is it?"
      text="Choose Enter code beside an unverified team member."
    />
  )
}

/** The address names nobody: says how to get here. */
const WithoutMember = ({ page, question, text }: Record<'page' | 'question' | 'text', string>) => (
  <Page title={page} trail={trail}>
    <EmptyState title={question} text={text} action={teamMembersWayBack} />
  </Page>
)

const useMemberOf = (userName: string) => {
  const { data, error } = useQuery(read(staff.listStaff, { query: { q: userName.slice(0, 100), page: 1, limit: 100 } }))
  return { data, error, member: data?.data.find((candidate) => candidate.userName === readEmail(userName)) }
}

function VerifyByCode({ userName }: { userName: string }) {
  const { data, error, member } = useMemberOf(userName)
  const isVerified = member !== undefined && member.status !== 'unverified'
  // What was to be verified when the page opened keeps its form until the verification leads away.
  const [wasOpen, setWasOpen] = useState(false)
  if (data && !isVerified && !wasOpen) setWasOpen(true)
  return (
    <Page
      title={member ? `Verify ${fullName(member)}` : VERIFY}
      sub={!(isVerified && !wasOpen) && `Enter the code we emailed to ${userName}`}
      trail={trail}
    >
      {!data && !error && <LoadingLines name="team member" lines={3} />}
      {isVerified && !wasOpen && (
        <EmptyState
          title={`${fullName(member)} is already verified`}
          text={`${userName} needs no code.`}
          action={teamMembersWayBack}
        />
      )}
      {(error || wasOpen) && <VerifyForm userName={userName} />}
    </Page>
  )
}

function VerifyForm({ userName }: { userName: string }) {
  const mayInvite = useMay('staff.invite')
  const navigate = useNavigateOnceSaved()
  const [code, setCode] = useState('')
  const verify = useWrite(staff.verifyStaff, {
    success: () => {
      notifySuccess('Team member verified', userName)
      return navigate({ to: '/team-members' })
    },
  })
  return (
    <Form
      label="Verify Team Member"
      onSubmit={() => mayInvite && isWholeCode(code) && verify.mutate({ body: { code, userName } })}
    >
      <CodeField description="Enter the 6 digit code sent to the email address" value={code} onCode={setCode} />
      <FormActions failure={verify.error}>
        <SubmitButton
          isQuiet={mayInvite}
          loading={verify.isPending}
          reason={mayInvite ? !isWholeCode(code) && 'Enter the 6-digit code to continue' : MAY_NOT_INVITE_STAFF}
        >
          Confirm
        </SubmitButton>
        <ResendVerification
          userName={userName}
          onSent={() => {
            setCode('')
            verify.reset()
          }}
        />
        <CancelLink to="/team-members" />
      </FormActions>
    </Form>
  )
}

function ResendVerification({ userName, onSent }: { userName: string; onSent: () => void }) {
  const mayInvite = useMay('staff.invite')
  const { data, error, member } = useMemberOf(userName)
  const resend = useWrite(staff.resendStaffCode, resendOutcome(userName, onSent))
  const whyNot = !data
    ? error
      ? 'The team member could not be looked up'
      : 'The team member is being looked up'
    : !member
      ? 'There is no team member with this email'
      : whyNotResendCode({ isVerified: member.status !== 'unverified' })
  return (
    <ResendCode
      userName={userName}
      reason={mayInvite ? whyNot : MAY_NOT_INVITE_STAFF}
      isPending={resend.isPending}
      onPress={() => member && resend.mutate({ params: { id: member._id } })}
    />
  )
}

const LENGTH = 6

const isWholeCode = (code: string) => code.length === LENGTH

/** An emailed code of exactly six digits. One box, so that pasting and reading aloud both work. */
function CodeField({ onCode, error, ...props }: TextInputProps & { onCode: (code: string) => void }) {
  return (
    <TextInput
      label="Enter Code"
      className={classes.code}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      {...props}
      onChange={({ currentTarget }) => onCode(readCode(currentTarget.value).replace(/\D/g, '').slice(0, LENGTH))}
      error={fieldError(error)}
    />
  )
}

interface ResendProps {
  userName: string
  reason: string | false | null
  isPending: boolean
  onPress: () => void
}

function ResendCode({ userName, reason, isPending, onPress }: ResendProps) {
  const wait = useSecondsUntil(waitEnd(userName))
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

const resendOutcome = (userName: string, onSent: () => void) => ({
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

/** Kept in memory for the page where the password is chosen: an address would stay in the history. */
let enteredCode: { id: string; code: string } | undefined

/** /team-members/reset-password-cod, the address as the customer writes it. */
export const ResetCode = () => (
  <PasswordResetPage title="Enter Code">{(member) => <CodeForm member={member} />}</PasswordResetPage>
)

function CodeForm({ member }: { member: StaffMember }) {
  const { _id: id, userName } = member
  const mayReset = useMay('staff.reset-password')
  const navigate = useNavigateOnceSaved()
  const [code, setCode] = useState('')
  const check = useWrite(staff.checkResetCode, {
    success: () => {
      enteredCode = { id, code }
      return navigate({ to: '/team-members/reset-password', search: { id } })
    },
  })
  const resend = useWrite(
    staff.sendPasswordResetCode,
    resendOutcome(userName, () => {
      setCode('')
      check.reset()
    }),
  )

  const isWrong = check.error?.code === 'OTP_INVALID'

  function type(typed: string) {
    setCode(typed)
    if (check.error) check.reset()
  }

  return (
    <Page
      title={`Enter Code for ${fullName(member)}`}
      sub={`To reset the password of ${userName}`}
      trail={resetTrail(member)}
    >
      <Form
        label="Reset password by code"
        onSubmit={() => mayReset && isWholeCode(code) && check.mutate({ body: { code, userName } })}
      >
        {!isWrong && <FormAlert error={check.error} />}
        <CodeField
          description="Enter the 6-digit code sent to the user's email"
          value={code}
          onCode={type}
          error={isWrong && check.error?.message}
        />
        <FormActions>
          <SubmitButton
            isQuiet={mayReset}
            loading={check.isPending}
            reason={mayReset ? !isWholeCode(code) && 'Enter the 6-digit code to continue' : MAY_NOT_RESET_PASSWORDS}
          >
            Continue
          </SubmitButton>
          <ResendCode
            userName={userName}
            reason={!mayReset && MAY_NOT_RESET_PASSWORDS}
            isPending={resend.isPending}
            onPress={() => resend.mutate({ body: { userName } })}
          />
          <CancelLink to="/edit-finance-team-member/{$id}" params={{ id }} />
        </FormActions>
      </Form>
    </Page>
  )
}

export const ResetPassword = () => (
  <PasswordResetPage title="Reset Password">
    {(member) => <ResetForm key={member._id} member={member} />}
  </PasswordResetPage>
)

function ResetForm({ member }: { member: StaffMember }) {
  const { _id: id, userName } = member
  const mayReset = useMay('staff.reset-password')
  const navigate = useNavigateOnceSaved()
  const [code] = useState(() => (enteredCode?.id === id ? enteredCode.code : undefined))
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const reset = useWrite(staff.resetPassword, {
    success: () => {
      enteredCode = undefined
      notifySuccess(RESET_DONE, fullName(member))
      return navigate({ to: '/edit-finance-team-member/{$id}', params: { id } })
    },
  })
  if (!code) return <Navigate to="/team-members/reset-password-cod" search={{ id }} replace />

  const isReady = isGoodPassword(password) && password === again
  const missing = isGoodPassword(password) ? 'Enter the same password twice' : 'Enter a valid new password'
  const { newPassword } = reset.error?.fields ?? {}
  return (
    <Page title={`Reset Password of ${fullName(member)}`} sub={userName} trail={resetTrail(member)}>
      <Form
        label="Reset Password"
        onSubmit={() => mayReset && isReady && reset.mutate({ body: { code, newPassword: password, userName } })}
      >
        {reset.error?.code === 'OTP_INVALID' && (
          <p className={classes.again}>
            <LinkTo to="/team-members/reset-password-cod" search={{ id }}>
              Enter another code
            </LinkTo>
          </p>
        )}
        <PasswordField label="New Password" autoFocus value={password} onChange={setPassword} error={newPassword} />
        <PasswordField
          label="Confirm Password"
          name="confirm-password"
          value={again}
          onChange={setAgain}
          same={password}
        />
        <FormActions failure={!newPassword && reset.error}>
          <ButtonLink role="button" variant="default" to="/team-members">
            GO BACK
          </ButtonLink>
          <SubmitButton loading={reset.isPending} reason={mayReset ? !isReady && missing : MAY_NOT_RESET_PASSWORDS}>
            RESET PASSWORD
          </SubmitButton>
        </FormActions>
      </Form>
    </Page>
  )
}

const resetTrail = (member: StaffMember) => [
  ...trail,
  <LinkTo key="one" to="/edit-finance-team-member/{$id}" params={{ id: member._id }}>
    {fullName(member)}
  </LinkTo>,
]

interface Props {
  title: string
  children: (member: StaffMember) => ReactNode
}

/** The two pages of a password reset are about the member whose id the address carries. */
function PasswordResetPage({ title, children }: Props) {
  const { id } = useSearch({ strict: false }) as { id?: string }
  if (id) return <ResetOfMember id={id}>{children}</ResetOfMember>
  return (
    <WithoutMember
      page={title}
      question="Whose password is it?"
      text="Open a team member and choose Send reset code."
    />
  )
}

function ResetOfMember({ id, children }: Pick<Props, 'children'> & { id: string }) {
  const member = useQuery(read(staff.readStaff, { params: { id } }))
  return (
    <LoadedPage name="Team member" shape="form" query={member} trail={trail} wayBack={teamMembersWayBack}>
      {children}
    </LoadedPage>
  )
}
