import type { Organization } from '@hikmah/contract/organizations/schemas'
import { organizationStatuses, organizationStatusLabels } from '@hikmah/contract/organizations/words'
import { StatusRadio } from '../kit/field/StatusRadio.tsx'
import { TextArea } from '../kit/field/TextField.tsx'
import { FormSection } from '../kit/form/Form.tsx'
import { Banner } from '../kit/form/FormAlert.tsx'
import { toneOfStatus } from './OrganizationStatusBadge.tsx'
import type { OrganizationFormState } from './organization-values.ts'

const NOTE_MAX = 200

const options = organizationStatuses.map((value) => ({
  value,
  label: organizationStatusLabels[value],
  tone: toneOfStatus[value],
}))

/** The status, why it changes, and a warning where the tax papers are not settled. It never stands in the way. */
export function StatusFields({ form, organization }: { form: OrganizationFormState; organization: Organization }) {
  const { orgStatus } = form.values
  const isChanged = orgStatus !== organization.orgStatus
  const open = isChanged && orgStatus === 'approved' ? openPapers(organization) : []
  return (
    <FormSection title="Status">
      <StatusRadio
        label="Org Status"
        options={options}
        value={orgStatus}
        onChange={(status) => form.setFieldValue('orgStatus', status)}
      />
      {open.length > 0 && (
        <Banner
          tone="warning"
          text={`Not approved yet: ${open.join(', ')}. You can approve the organization all the same.`}
        />
      )}
      {isChanged && (
        <TextArea
          label="Reason for the change"
          description="Kept with the change"
          max={NOTE_MAX}
          {...form.getInputProps('note')}
        />
      )}
    </FormSection>
  )
}

/** The papers that nobody has approved, each with how it stands. */
function openPapers({ taxIdStatus: { taxIdEinDetail, taxExemptDetail } }: Organization): string[] {
  const ein = taxIdEinDetail.status ?? 'Submission Required'
  const exemption = taxExemptDetail.status ?? 'Not yet submitted'
  return [
    ein === 'Approved' ? '' : `Tax ID/EIN (${ein})`,
    exemption === 'Approved' ? '' : `Tax Exemption (${exemption})`,
  ].filter(Boolean)
}
