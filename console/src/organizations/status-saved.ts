import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { nameInText, organizationStatusLabels, SAVED } from '@hikmah/contract/organizations/words'
import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import { useWrite } from '../kit/api/data.ts'
import { notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'

const TOO_LATE = 'The email has left. Change the status again to tell the organization.'

/** Tells that a status was saved, with its undo: the status is changed back before the email about it leaves. */
export function useStatusSaved() {
  const undo = useWrite(organizations.changeOrganizationStatus, {
    success: ({ orgName, orgStatus }) =>
      notifySuccess(`${organizationStatusLabels[orgStatus]} again`, `No email was sent to ${nameInText(orgName)}.`),
    error: ({ message }) => notifyFailure(message),
  })
  return ({ _id, orgName, orgStatus, version }: Organization, previousStatus: Organization['orgStatus']) => {
    const until = Date.now() + UNDO_S * 1000
    notifySuccess(SAVED, `${nameInText(orgName)}: ${organizationStatusLabels[orgStatus]}`, {
      label: 'Undo',
      run: () =>
        Date.now() > until
          ? notifyFailure(TOO_LATE)
          : undo.mutate({ params: { id: _id }, body: { status: previousStatus, version } }),
      forS: UNDO_S,
      byKey: 'U',
    })
  }
}
