import { type Invite, InviteForm } from '@hikmah/contract/invites/schemas'
import { phoneToEdit } from '@hikmah/contract/phone'

export const valuesOf = (invite: Invite | undefined) => ({
  orgName: invite?.orgName ?? '',
  orgAdmin: invite?.orgAdmin ?? '',
  orgEmail: invite?.orgEmail ?? '',
  phoneFax: { primaryPhone: phoneToEdit(invite?.phoneFax.primaryPhone ?? '') },
})

type Values = ReturnType<typeof valuesOf>

const fields: [path: string, label: string, valueIn: (values: Values) => string][] = [
  ['orgName', 'Organization Name', ({ orgName }) => orgName],
  ['orgAdmin', 'Admin Full Name', ({ orgAdmin }) => orgAdmin],
  ['orgEmail', 'Email', ({ orgEmail }) => orgEmail],
  ['phoneFax.primaryPhone', 'Phone', ({ phoneFax }) => phoneFax.primaryPhone],
]

const list = new Intl.ListFormat('en-US')

/** What is missing before the invite can be sent, as "Organization Name and a valid Email". */
export function missingIn(values: Values): string | undefined {
  const checked = InviteForm.safeParse(values)
  if (checked.success) return undefined
  const wrong = new Set(checked.error.issues.map(({ path }) => path.join('.')))
  return list.format(
    fields
      .filter(([path]) => wrong.has(path))
      .map(([, label, valueIn]) => (valueIn(values).trim() === '' ? label : `a valid ${label}`)),
  )
}
