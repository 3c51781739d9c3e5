import { RESET_DONE, type StaffMember, staff } from '@hikmah/contract/staff'
import { isGoodPassword } from '@hikmah/contract/words'
import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { PasswordField } from '../kit/field/PasswordField.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { fullName } from '../kit/format/texts.ts'
import { ButtonLink, LinkTo } from '../kit/page/LinkTo.tsx'
import { Page } from '../kit/page/Page.tsx'
import { MAY_NOT_RESET, PasswordResetPage, resetTrail } from './PasswordResetPage.tsx'
import { forgetResetCode, resetCodeFor } from './reset-code.ts'
import classes from './staff.module.css'

/** /team-members/reset-password */
export const ResetPassword = () => (
  <PasswordResetPage title="Reset Password">
    {(member) => <ResetForm key={member._id} member={member} />}
  </PasswordResetPage>
)

function ResetForm({ member }: { member: StaffMember }) {
  const { _id: id, userName } = member
  const mayReset = useMay('staff.reset-password')
  const navigate = useNavigateOnceSaved()
  const [code] = useState(() => resetCodeFor(id))
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const reset = useWrite(staff.resetPassword, {
    success: () => {
      forgetResetCode()
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
        onSubmit={(event) => {
          event.preventDefault()
          if (mayReset && isReady) reset.mutate({ body: { code, newPassword: password, userName } })
        }}
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
          <SubmitButton loading={reset.isPending} reason={mayReset ? !isReady && missing : MAY_NOT_RESET}>
            RESET PASSWORD
          </SubmitButton>
        </FormActions>
      </Form>
    </Page>
  )
}
