import { payments } from '@hikmah/contract/payments/calls'
import { CUSTOMER_LINKED } from '@hikmah/contract/payments/words'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useWrite } from '../kit/api/data.ts'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { DialogActions } from '../kit/feedback/DialogActions.tsx'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { FormAlert } from '../kit/form/FormAlert.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { plural } from '../kit/format/texts.ts'
import { OrganizationPicker, type Picked } from '../organizations/OrganizationPicker.tsx'
import classes from './payments.module.css'
import type { Customer } from './UnlinkedCustomers.tsx'

/** Whose customer it is. The organization with the same e-mail is suggested where there is exactly one. */
export function LinkCustomerDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { id, name, email, invoices, suggestion } = customer
  const [organization, setOrganization] = useState<Picked | undefined>(suggestion ?? undefined)
  const link = useWrite(payments.linkCustomer, {
    success: (_, message) => {
      notifySuccess(message ?? CUSTOMER_LINKED, `${name || id} to ${organization?.orgName}`)
      onClose()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (organization) link.mutate({ params: { id }, body: { orgId: organization._id } })
  }

  return (
    <Dialog title={`Link ${name || id}`} onClose={onClose}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <p>
          {[email, plural(invoices, 'invoice')].filter(Boolean).join(', ')}. Everything that was billed to this customer
          is the organization’s from then on. A link is not undone.
        </p>
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
