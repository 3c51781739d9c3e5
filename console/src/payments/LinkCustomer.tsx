import { CUSTOMER_LINKED, payments } from '@hikmah/contract/payments'
import { useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { plural } from '../kit/format/texts.ts'
import { LinkDialog } from './LinkDialog.tsx'
import type { Customer } from './UnlinkedCustomers.tsx'

export function LinkCustomer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { id, name, email, invoices, suggestion } = customer
  const link = useWrite(payments.linkCustomer, {
    success: (_, message) => {
      notifySuccess(message ?? CUSTOMER_LINKED, name || id)
      onClose()
    },
  })
  return (
    <LinkDialog
      name={name || id}
      suggestion={suggestion}
      link={link}
      onLink={({ _id }) => link.mutate({ params: { id }, body: { orgId: _id } })}
      onClose={onClose}
    >
      {[email, plural(invoices, 'invoice')].filter(Boolean).join(', ')}. Everything billed to this customer belongs to
      the organization from then on. A link cannot be undone.
    </LinkDialog>
  )
}
