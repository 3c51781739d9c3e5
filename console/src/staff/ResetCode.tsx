import { staff } from '@hikmah/contract/staff/calls'
import type { StaffMember } from '@hikmah/contract/staff/schemas'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { notifyFailure, notifySuccess } from '../kit/feedback/notify.ts'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { Page } from '../kit/page/Page.tsx'
import { CodeField, isWholeCode } from './CodeField.tsx'
import { NOT_RESETTING, ResetOf, resetTrail } from './ResetOf.tsx'
import { keepResetCode } from './reset-code.ts'
import { fullName } from './staff-words.ts'

/** /team-members/reset-password-cod, the address as the customer writes it. */
export const ResetCode = () => <ResetOf title="Enter Code">{(member) => <CodeForm member={member} />}</ResetOf>

function CodeForm({ member }: { member: StaffMember }) {
  const { _id: id, userName } = member
  const mayReset = useMay('staff.reset-password')
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const resend = useWrite(staff.sendPasswordResetCode, {
    success: () => {
      setCode('')
      notifySuccess('Code sent successfully', userName)
    },
    error: ({ message }) => notifyFailure(message),
  })

  return (
    <Page
      title="Enter Code"
      sub={`To reset the password of ${fullName(member)}, ${userName}`}
      trail={resetTrail(member)}
    >
      <Form
        label="Reset password by code"
        onSubmit={(event) => {
          event.preventDefault()
          if (!mayReset || !isWholeCode(code)) return
          keepResetCode(id, code)
          void navigate({ to: '/team-members/reset-password', search: { id } })
        }}
      >
        <CodeField
          label="Enter Code"
          description="Enter the 6-digit code sent to the user's e-mail"
          value={code}
          onChange={setCode}
        />
        <FormActions>
          <SubmitButton
            isQuiet={mayReset}
            reason={mayReset ? !isWholeCode(code) && 'Continue needs the 6 digits' : NOT_RESETTING}
          >
            Continue
          </SubmitButton>
          <SubmitButton
            type="button"
            variant="default"
            isQuiet
            loading={resend.isPending}
            reason={!mayReset && NOT_RESETTING}
            onClick={() => resend.mutate({ body: { userName } })}
          >
            Resend code
          </SubmitButton>
        </FormActions>
      </Form>
    </Page>
  )
}
