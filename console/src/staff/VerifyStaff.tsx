import { MAY_NOT_INVITE_STAFF, staff, whyNotResendCode } from '@hikmah/contract/staff'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { read, useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { Page } from '../kit/page/Page.tsx'
import { CodeField, isWholeCode, ResendCode, resendOutcome } from './StaffCode.tsx'
import { TeamMembersLink } from './TeamMembersLink.tsx'

const route = getRouteApi('/console/verify-team-member-code')

/** /verify-team-member-code. The address says whose code it is, so that a reload goes on. */
export function VerifyStaff() {
  const { userName } = route.useSearch()
  return (
    <Page
      title={['Verify Team Member', userName].filter(Boolean).join(' ')}
      sub={userName && `A verification code was sent to ${userName}`}
      trail={[<TeamMembersLink key="all" />]}
    >
      {userName ? (
        <CodeForm key={userName} userName={userName} />
      ) : (
        <EmptyState
          title="Whose code is it?"
          text="Choose Enter code beside an unverified team member."
          action={<TeamMembersLink>Go to the team members</TeamMembersLink>}
        />
      )}
    </Page>
  )
}

function CodeForm({ userName }: { userName: string }) {
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
      onSubmit={(event) => {
        event.preventDefault()
        if (mayInvite && isWholeCode(code)) verify.mutate({ body: { code, userName } })
      }}
    >
      <CodeField
        label="Enter Code"
        description="Enter the 6 digit code sent to the email address"
        value={code}
        onChange={setCode}
      />
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
  const { data, error } = useQuery(read(staff.listStaff, { query: { q: userName.slice(0, 100), page: 1, limit: 100 } }))
  const member = data?.data.find((candidate) => candidate.userName === userName.toLowerCase())
  const resend = useWrite(staff.resendStaffCode, resendOutcome(userName, onSent))
  const whyNot = !data
    ? error
      ? 'The team member could not be looked up'
      : 'The team member is being looked up'
    : !member
      ? 'There is no team member with this e-mail'
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
