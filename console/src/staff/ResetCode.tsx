import { type StaffMember, staff } from '@hikmah/contract/staff'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { CancelLink } from '../kit/form/CancelLink.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { FormAlert } from '../kit/form/FormAlert.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { fullName } from '../kit/format/texts.ts'
import { Page } from '../kit/page/Page.tsx'
import { CodeField, isWholeCode } from './CodeField.tsx'
import { MAY_NOT_RESET, PasswordResetPage, resetTrail } from './PasswordResetPage.tsx'
import { ResendCode, resendOutcome } from './ResendCode.tsx'
import { keepResetCode } from './reset-code.ts'

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
      keepResetCode(id, code)
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
        onSubmit={(event) => {
          event.preventDefault()
          if (mayReset && isWholeCode(code)) check.mutate({ body: { code, userName } })
        }}
      >
        {!isWrong && <FormAlert error={check.error} />}
        <CodeField
          label="Enter Code"
          description="Enter the 6-digit code sent to the user's e-mail"
          value={code}
          onChange={type}
          error={isWrong && check.error?.message}
        />
        <FormActions>
          <SubmitButton
            isQuiet={mayReset}
            loading={check.isPending}
            reason={mayReset ? !isWholeCode(code) && 'Enter the 6-digit code to continue' : MAY_NOT_RESET}
          >
            Continue
          </SubmitButton>
          <ResendCode
            userName={userName}
            reason={!mayReset && MAY_NOT_RESET}
            isPending={resend.isPending}
            onPress={() => resend.mutate({ body: { userName } })}
          />
          <CancelLink to="/edit-finance-team-member/{$id}" params={{ id }} />
        </FormActions>
      </Form>
    </Page>
  )
}
