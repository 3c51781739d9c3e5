import type { Organization } from '@hikmah/contract/organizations/schemas'
import { organizationStatuses, organizationStatusLabels } from '@hikmah/contract/organizations/words'
import { StatusRadio } from '../kit/field/StatusRadio.tsx'
import { TextArea } from '../kit/field/TextField.tsx'
import { Banner } from '../kit/form/FormAlert.tsx'
import { toneOfStatus } from './OrganizationStatusBadge.tsx'
import type { OrganizationFormState } from './organization-values.ts'

const MAX_NOTE = 200

const options = organizationStatuses.map((value) => ({
  value,
  label: organizationStatusLabels[value],
  tone: toneOfStatus[value],
}))

interface Props {
  label: string
  form: OrganizationFormState
  organization: Organization
}

/** The status, the reason for a change, and a warning if the tax papers are not approved, which never blocks saving. */
export function StatusInput({ label, form, organization }: Props) {
  const { orgStatus } = form.values
  const isChanged = orgStatus !== organization.orgStatus
  const open = isChanged && orgStatus === 'approved' ? openPapers(organization) : []
  return (
    <>
      <StatusRadio
        label={label}
        options={options}
        value={orgStatus}
        onChange={(status) => form.setFieldValue('orgStatus', status)}
      />
      {open.length > 0 && (
        <Banner
          tone="warning"
          text={`Not approved yet: ${open.join(', ')}. You can approve the organization anyway.`}
        />
      )}
      {isChanged && (
        <TextArea
          label="Reason for the change"
          description="Kept with the change"
          max={MAX_NOTE}
          {...form.getInputProps('note')}
        />
      )}
    </>
  )
}

/** The papers that are not approved, each with its status. */
function openPapers({ taxIdStatus: { taxIdEinDetail, taxExemptDetail } }: Organization): string[] {
  const ein = taxIdEinDetail.status ?? 'Submission Required'
  const exemption = taxExemptDetail.status ?? 'Not yet submitted'
  return [
    ein === 'Approved' ? '' : `Tax ID/EIN (${ein})`,
    exemption === 'Approved' ? '' : `Tax Exemption (${exemption})`,
  ].filter(Boolean)
}
