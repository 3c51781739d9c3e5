import {
  type CustomerPart,
  cardState,
  customer as endpoints,
  type MethodLink,
  type PaymentMethod,
  SEND_METHOD_LINK,
  whyNotSendMethodLink,
} from '@hikmah/contract/customer'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { isBlocked } from '@hikmah/contract/organizations/words'
import { METHOD_LINK_DAYS, type MethodLinkState } from '@hikmah/contract/payment-method-link'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read, useWrite } from '../kit/api/data.ts'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { confirm, Dialog, DialogActions, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { CopyLinkDialog } from '../kit/field/CopyLinkDialog.tsx'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { serverNow } from '../kit/format/server-time.ts'
import { plural } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { LetterPanel, letterFailure } from '../mails/LetterPanel.tsx'
import classes from './customer.module.css'

interface Props {
  organization: Organization
  customer: CustomerPart
  /** The newest of the organization. */
  link: MethodLink | null
}

/** `ofWhom` names the customer where the organization has several. */
export function PaymentMethods({ organization, customer, link, ofWhom }: Props & { ofWhom: string }) {
  const title = `Payment methods${ofWhom}`
  const { methods = [], methodsReadAt } = customer
  return (
    <section className={classes.part} aria-label={title}>
      <SectionHead title={title} />
      {methods.length === 0 && (
        <p className="nothing">
          {methodsReadAt ? 'None on file.' : 'Not read yet: they come with the next comparison.'}
        </p>
      )}
      <ul className={classes.methods}>
        {methods.map((method) => (
          <Method key={method.id} method={method} />
        ))}
      </ul>
      <LinkActs organization={organization} customer={customer} link={link} />
    </section>
  )
}

const nameOf = ({ type, brand, last4 }: PaymentMethod) =>
  [brand ? brand.toUpperCase() : type.replaceAll('_', ' '), last4].filter(Boolean).join(' ')

function Method({ method }: { method: PaymentMethod }) {
  const { expMonth, expYear, isDefault, subscriptions } = method
  const state = cardState(method, new Date(serverNow()))
  return (
    <li>
      <div>
        <b>{nameOf(method)}</b>
        {isDefault && (
          <StatusBadge tone="success" bare>
            Default
          </StatusBadge>
        )}
        {state === 'expired' && <StatusBadge tone="failed">Expired</StatusBadge>}
        {state === 'expiring' && <StatusBadge tone="warning">Expires soon</StatusBadge>}
      </div>
      <small>
        {expMonth !== null && `Expires ${String(expMonth).padStart(2, '0')}/${expYear}`}
        {subscriptions > 0 &&
          `${expMonth === null ? '' : '. '}Pays ${plural(subscriptions, 'subscription')} of its own`}
      </small>
    </li>
  )
}

const states: Record<MethodLinkState, string> = {
  open: 'It is still open.',
  used: 'A payment method was saved with it.',
  expired: 'It has expired.',
  revoked: 'It was ended.',
}

function LinkActs({ organization, customer, link }: Props) {
  const [isSending, setSending] = useState(false)
  const [copied, setCopied] = useState<string>()
  const { _id: orgId, orgStatus } = organization
  const params = { orgId, customerId: customer.id }
  const addressee = {
    isBlocked: isBlocked(orgStatus),
    isDeleted: customer.isDeleted,
    email: customer.linkTo ?? '',
  }
  const error = ({ message }: { message: string }) => notifyFailure(message)
  const copy = useWrite(endpoints.copyMethodLink, { success: ({ url }) => setCopied(url), error })
  const revoke = useWrite(endpoints.revokeMethodLinks, { success: (_, message) => notifySuccess(message ?? ''), error })
  const end = async () => {
    if (await confirm(END_QUESTION)) revoke.mutate({ params: { orgId } })
  }
  const isOpen = link?.state === 'open'
  return (
    <>
      <div className={classes.acts}>
        <GuardedButton
          size="xs"
          variant="default"
          reason={whyNotSendMethodLink(addressee)}
          onClick={() => setSending(true)}
        >
          {SEND_METHOD_LINK}
        </GuardedButton>
        <GuardedButton
          size="xs"
          variant="default"
          reason={whyNotSendMethodLink(addressee, { isSent: false })}
          loading={copy.isPending}
          onClick={() => copy.mutate({ params })}
        >
          Copy link
        </GuardedButton>
        {isOpen && (
          <GuardedButton size="xs" variant="danger-outline" loading={revoke.isPending} onClick={() => void end()}>
            {END_QUESTION.action}
          </GuardedButton>
        )}
      </div>
      {link && link.customerId === customer.id && <LinkState link={link} />}
      {isSending && <SendDialog params={params} onClose={() => setSending(false)} />}
      {copied && (
        <CopyLinkDialog title="Link to copy" url={copied} onClose={() => setCopied(undefined)}>
          Whoever has this link can save a payment method for <bdi translate="no">{organization.orgName}</bdi>, for{' '}
          {METHOD_LINK_DAYS} days. It is shown only now.
        </CopyLinkDialog>
      )}
    </>
  )
}

const LinkState = ({ link: { state, sentTo, by, createdAt, openedAt, usedAt, expiresAt } }: { link: MethodLink }) => (
  <p className={classes.text}>
    {sentTo ? `Link sent to ${sentTo} by ${by}` : `Link copied by ${by}`} <When at={createdAt} as="moment" />.{' '}
    {states[state]} {openedAt && !usedAt && 'It was opened. '}
    {state === 'open' && (
      <>
        Good until <When at={expiresAt} />.
      </>
    )}
  </p>
)

const END_QUESTION = {
  title: 'End the links?',
  body: 'Nobody can save a payment method with the links that were sent or copied so far. A new one can be sent at any time.',
  action: 'End links',
}

function SendDialog({ params, onClose }: { params: { orgId: string; customerId: string }; onClose: () => void }) {
  const { data, error } = useQuery(read(endpoints.previewMethodLink, { params }))
  const send = useWrite(endpoints.sendMethodLink, {
    success: ({ sentTo }, message) => {
      notifySuccess(message ?? '', sentTo)
      onClose()
    },
  })
  return (
    <Dialog title={`${SEND_METHOD_LINK}?`} size="lg" onClose={onClose}>
      <FormAlert error={send.error} />
      {error && <p role="alert">{letterFailure(error)}</p>}
      {data && <LetterPanel letter={data.data} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <GuardedButton
          reason={!data && 'The email is being read'}
          loading={send.isPending}
          onClick={() => send.mutate({ params })}
        >
          Send link
        </GuardedButton>
      </DialogActions>
    </Dialog>
  )
}
