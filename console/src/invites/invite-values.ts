import type { Invite } from '@hikmah/contract/invites/schemas'
import { normalPhone, phoneToEdit } from '@hikmah/contract/phone'

export const valuesOf = (invite: Invite | undefined) => ({
  orgName: invite?.orgName ?? '',
  orgAdmin: invite?.orgAdmin ?? '',
  orgEmail: invite?.orgEmail ?? '',
  phoneFax: { primaryPhone: phoneToEdit(invite?.phoneFax.primaryPhone ?? '') },
})

type Values = ReturnType<typeof valuesOf>

/** As the customer's own client sends it, with the time, the earlier sendings and the invite to send again. */
export const sentValues = ({ phoneFax: { primaryPhone }, ...values }: Values, invite: Invite | undefined) => ({
  ...values,
  phoneFax: { primaryPhone: normalPhone(primaryPhone) ?? primaryPhone },
  dateTime: new Date().toISOString(),
  logs: invite?.invitationsDetails.inviteLogs ?? [],
  id: invite?._id ?? '',
})

const fields: [path: string, label: string, valueIn: (values: Values) => string][] = [
  ['orgName', 'Organization Name', ({ orgName }) => orgName],
  ['orgAdmin', 'Admin Full Name', ({ orgAdmin }) => orgAdmin],
  ['orgEmail', 'Email', ({ orgEmail }) => orgEmail],
  ['phoneFax.primaryPhone', 'Phone', ({ phoneFax }) => phoneFax.primaryPhone],
]

const list = new Intl.ListFormat('en-US')

/**
 * What is missing before the invite can be sent, such as "Organization Name and a valid Email". `wrong` is by field.
 */
export function missingIn(values: Values, wrong: Record<string, unknown>): string {
  return list.format(
    fields.flatMap(([path, label, valueIn]) => {
      if (valueIn(values).trim() === '') return label
      return path in wrong ? `a valid ${label}` : []
    }),
  )
}
