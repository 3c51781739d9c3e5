import type { OwnedAlready as Owned } from '@hikmah/contract/invites/schemas'
import { Fragment, useEffect, useRef } from 'react'
import type { ApiError } from '../kit/api/api.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'

/** Another invite for this e-mail is open: offer to resend that one. */
export function OpenAlready({ failure: { message, fields, current, requestId } }: { failure: ApiError }) {
  const { _id } = (current ?? {}) as { _id?: string }
  const resend = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same answer to another try takes the focus again
  useEffect(() => resend.current?.focus(), [requestId])
  return (
    <span>
      {fields.orgEmail ?? message}{' '}
      {_id && (
        <LinkTo ref={resend} to="/invite-organization-{$id}" params={{ id: _id }} underline="always">
          Resend that invite
        </LinkTo>
      )}
    </span>
  )
}

/** The organizations that the e-mail owns, each as a link. */
export const OwnedAlready = ({ failure: { message }, owned }: { failure: ApiError; owned: Owned }) => (
  <span>
    {message}
    {owned.organizations.map(({ _id, orgName }) => (
      <Fragment key={_id}>
        {' '}
        <LinkTo to="/organization-detail-{$id}" params={{ id: _id }} underline="always">
          See {orgName}
        </LinkTo>
      </Fragment>
    ))}
  </span>
)
