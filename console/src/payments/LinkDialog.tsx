import { formatMoney } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import type { GuestCheckout } from '@hikmah/contract/orders/schemas'
import { CHECKOUT_LINKED } from '@hikmah/contract/orders/words'
import { CUSTOMER_LINKED, payments } from '@hikmah/contract/payments'
import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useWrite } from '../kit/api/data.ts'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { Dialog, DialogActions, notifySuccess } from '../kit/feedback/messages.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { plural } from '../kit/format/texts.ts'
import { OrganizationPicker, type Picked } from '../organizations/OrganizationPicker.tsx'
import classes from './payments.module.css'
import { type Customer, customerName, payerName } from './UnlinkedPayments.tsx'

interface Props {
  name: string
  children: ReactNode
  row: { id: string; suggestion: Picked | null }
  link: {
    isPending: boolean
    error: Error | null
    mutate: (input: { params: { id: string }; body: { orgId: string } }) => void
  }
  onClose: () => void
}

function LinkDialog({ name, children, row: { id, suggestion }, link, onClose }: Props) {
  const [organization, setOrganization] = useState<Picked | undefined>(suggestion ?? undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (organization) link.mutate({ params: { id }, body: { orgId: organization._id } })
  }

  return (
    <Dialog title={`Link ${name}`} onClose={onClose}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <p>{children}</p>
        <OrganizationPicker value={organization} onChange={setOrganization} />
        <FormAlert error={link.error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton isQuiet loading={link.isPending} reason={!organization && 'Choose an organization first'}>
            Link
          </SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export function LinkCheckout({ row: checkout, onClose }: { row: GuestCheckout; onClose: () => void }) {
  const { email, amount, currency } = checkout
  const link = useWrite(orders.linkCheckout, {
    success: ({ orderNo }, message) => {
      notifySuccess(message ?? CHECKOUT_LINKED, `Order ${orderNo}`)
      onClose()
    },
  })
  return (
    <LinkDialog name={payerName(checkout)} row={checkout} link={link} onClose={onClose}>
      {[formatMoney(amount, currency), email].filter(Boolean).join(', ')}. This checkout becomes an order of the
      organization. A link cannot be undone.
    </LinkDialog>
  )
}

export function LinkCustomer({ row: customer, onClose }: { row: Customer; onClose: () => void }) {
  const { email, invoices } = customer
  const link = useWrite(payments.linkCustomer, {
    success: (_, message) => {
      notifySuccess(message ?? CUSTOMER_LINKED, customerName(customer))
      onClose()
    },
  })
  return (
    <LinkDialog name={customerName(customer)} row={customer} link={link} onClose={onClose}>
      {[email, plural(invoices, 'invoice')].filter(Boolean).join(', ')}. Everything billed to this customer belongs to
      the organization from then on. A link cannot be undone.
    </LinkDialog>
  )
}
