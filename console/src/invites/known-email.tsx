import type { OwnedAlready } from '@hikmah/contract/invites/schemas'
import { useEffect, useRef } from 'react'
import type { ApiError } from '../kit/api/api.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'

/** Another invite for this e-mail is open. That one can be sent again, which is the next thing to do. */
export function OpenAlready({ failure: { message, fields, current, requestId } }: { failure: ApiError }) {
  const { _id } = (current ?? {}) as { _id?: string }
  const resend = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same answer to another try takes the focus again
  useEffect(() => resend.current?.focus(), [requestId])
  return (
    <>
      {fields.orgEmail ?? message}{' '}
      {_id && (
        <LinkTo ref={resend} to="/invite-organization-{$id}" params={{ id: _id }}>
          Resend that invite
        </LinkTo>
      )}
    </>
  )
}

/** What the owner of an e-mail owns, before they are invited for one more. */
export const OwnedOrganizations = ({ email, organizations }: OwnedAlready & { email: string }) => (
  <>
    <p>{email} is the owner of an organization already:</p>
    <ul>
      {organizations.map(({ _id, orgName }) => (
        <li key={_id}>
          <OrganizationLink id={_id}>{orgName}</OrganizationLink>
        </li>
      ))}
    </ul>
    <p>The invite makes another organization with the same owner. Nothing of the first one changes.</p>
  </>
)
