import type { Organization, OrganizationStatus } from '@hikmah/contract/organizations/schemas'
import { organizationStatusLabels } from '@hikmah/contract/organizations/words'
import { normalPhone } from '@hikmah/contract/phone'
import { usStates } from '@hikmah/contract/us-states'
import { ConflictDialog, conflictsBetween } from '../kit/form/ConflictDialog.tsx'
import { phoneText } from '../kit/format/texts.ts'
import { labels, type Values, valuesOf, WEBSITE_START, withYours } from './organization-values.ts'

interface Props {
  yours: Values
  /** What you began with. */
  before: Organization
  theirs: Organization
  isSaving: boolean
  onCancel: () => void
  onKeepTheirs: () => void
  onSave: (values: Values) => void
}

/** Somebody else saved this organization while it was edited. */
export function OrganizationConflict({ yours, before, theirs, onSave, ...props }: Props) {
  const mine = comparable(yours)
  const touched = new Set(conflictsBetween(mine, comparable(valuesOf(before)), labels).map(({ field }) => field))
  const conflicts = conflictsBetween(mine, comparable(valuesOf(theirs)), labels, show).map((conflict) => ({
    ...conflict,
    // What you did not touch stays theirs unless you say otherwise.
    choice: touched.has(conflict.field) ? ('yours' as const) : ('theirs' as const),
  }))

  return (
    <ConflictDialog
      {...props}
      conflicts={conflicts}
      said={`Somebody else saved ${theirs.orgName || 'this organization'} in the meantime. Choose what to keep.`}
      onSave={(choices) =>
        onSave(
          withYours(
            theirs,
            yours,
            Object.keys(choices).filter((field) => choices[field] === 'yours'),
          ),
        )
      }
    />
  )
}

const sameNumber = (text: string) => normalPhone(text) ?? text

/** One shape for what means the same. */
const comparable = (values: Values): Values => ({
  ...values,
  orgWebsite: values.orgWebsite === WEBSITE_START ? '' : values.orgWebsite,
  phoneFax: {
    primaryPhone: sameNumber(values.phoneFax.primaryPhone),
    secondaryPhone: sameNumber(values.phoneFax.secondaryPhone),
  },
})

const stateNames = new Map(Object.entries(usStates).map(([name, code]) => [code, name]))

function show(field: string, value: unknown) {
  const text = String(value ?? '')
  if (field === 'orgStatus') return organizationStatusLabels[text as OrganizationStatus]
  if (field.startsWith('phoneFax')) return phoneText(text)
  if (field === 'orgAddress.state') return stateNames.get(text) ?? text
  if (field.endsWith('Url') && text) return <img src={text} alt="" height={32} />
  return text
}
