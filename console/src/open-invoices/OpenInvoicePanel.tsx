import { invoices, type Receipt } from '@hikmah/contract/invoices'
import { formatMoney } from '@hikmah/contract/money'
import {
  describeDecline,
  type InvoiceAct,
  invoiceActs,
  openInvoices,
  PAID_OUTSIDE_NOTE,
  whyNotAct,
} from '@hikmah/contract/open-invoices'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../kit/api/api.ts'
import { useMay, useWrite } from '../kit/api/data.ts'
import { Term } from '../kit/display/Facts.tsx'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { confirm, Dialog, DialogActions, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { openInNewTab, useAction } from '../kit/form/action.ts'
import { GuardedButton, SubmitButton } from '../kit/form/SubmitButton.tsx'
import { plural } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { Menu, MenuItem, MenuLine } from '../kit/popup/Menu.tsx'
import { useProviderAway } from '../sitemap/StaleMark.tsx'
import classes from './open-invoices.module.css'
import { RemindersOfInvoice } from './RemindersOfInvoice.tsx'

const MAY_NOT_ACT = 'Only owners and admins can act on invoices'

/** What an open invoice was tried for, beside what is due. */
export function OwedTerms({ receipt }: { receipt: Receipt }) {
  const { attempt_count: attempts, decline, next_payment_attempt: next } = receipt
  return (
    <>
      {attempts > 0 && <Term name="Tried" value={plural(attempts, 'time')} />}
      {decline && <Term name="Last refused" value={describeDecline(decline)} />}
      {next && <Term name="Next try" value={<When at={next * 1000} />} />}
    </>
  )
}

/** On the rail of an invoice that is not paid: the acts of a billing person, and what its organization was told. */
export function OpenInvoicePanel({ receipt }: { receipt: Receipt }) {
  const mayAct = useMay('billing.manage')
  return (
    <>
      <SectionHead title="Collect" />
      <InvoiceActs receipt={receipt} />
      {mayAct && receipt.status === 'open' && <RemindersOfInvoice id={receipt.id} />}
    </>
  )
}

function InvoiceActs({ receipt }: { receipt: Receipt }) {
  const { id, status, collection_method: collectionMethod, amount_remaining, currency, number } = receipt
  const [isMarking, setMarking] = useState(false)
  const client = useQueryClient()
  const mayAct = useMay('billing.manage')
  const away = useProviderAway()
  const name = number ?? id
  const amount = formatMoney(amount_remaining, currency)
  const reason = (act: InvoiceAct) => (mayAct ? (whyNotAct(act, { status, collectionMethod }) ?? away) : MAY_NOT_ACT)
  const outcome = {
    success: (_: unknown, message: string | undefined) => notifySuccess(message ?? '', name),
    // A refused payment counts as a try, and a conflict says that the invoice is another by now.
    error: ({ message }: { message: string }) => {
      notifyFailure(message)
      void client.invalidateQueries()
    },
  }
  const writes = {
    retry: useWrite(openInvoices.retryInvoice, outcome),
    send: useWrite(openInvoices.sendInvoice, outcome),
    void: useWrite(openInvoices.voidInvoice, outcome),
    uncollectible: useWrite(openInvoices.markInvoiceUncollectible, outcome),
  }
  const questions = {
    retry: {
      title: `Charge ${amount} now?`,
      body: 'The payment method on file is charged at once.',
      destructive: false,
    },
    send: {
      title: `Send ${name} again?`,
      body: 'The payment provider mails it to the customer.',
      destructive: false,
    },
    void: {
      title: `Void ${name}?`,
      body: `Nobody owes the ${amount} any more. This cannot be undone.`,
      destructive: true,
    },
    uncollectible: {
      title: `Mark ${name} uncollectible?`,
      body: `The ${amount} count as a bad debt and are not charged automatically any more. The invoice can still be paid.`,
      destructive: true,
    },
  }
  const ask = async (act: keyof typeof writes) => {
    if (await confirm({ ...questions[act], action: invoiceActs[act].label })) writes[act].mutate({ params: { id } })
  }
  // What nobody charges automatically is paid on request.
  const isSent = collectionMethod === 'send_invoice' && status === 'open'
  const [main, other] = isSent ? (['send', 'retry'] as const) : (['retry', 'send'] as const)
  const barred = mayAct ? away : MAY_NOT_ACT
  const isRunning = Object.values(writes).some(({ isPending }) => isPending)
  const item = (act: keyof typeof writes) =>
    !reason(act) && (
      <MenuItem key={act} onClick={() => void ask(act)}>
        {invoiceActs[act].label}
      </MenuItem>
    )
  const open = useAction(async () => {
    const { data } = await call(invoices.readInvoiceLinks, { params: { id } })
    if (data.hosted_invoice_url) openInNewTab(data.hosted_invoice_url)
  })
  return (
    <div className={classes.acts}>
      <GuardedButton size="xs" reason={reason(main)} loading={writes[main].isPending} onClick={() => void ask(main)}>
        {invoiceActs[main].label}
      </GuardedButton>
      {barred ? (
        <GuardedButton size="xs" variant="default" reason={barred}>
          More
        </GuardedButton>
      ) : (
        <Menu
          name={`More for ${name}`}
          button={(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              loading={!writes[main].isPending && (isRunning || open.isRunning)}
              rightSection={<Icon name="down" size={12} />}
            >
              More
            </Button>
          )}
        >
          {item(other)}
          {!reason('markPaid') && <MenuItem onClick={() => setMarking(true)}>{invoiceActs.markPaid.label}</MenuItem>}
          <MenuItem onClick={() => void open.run(undefined)}>Payment page</MenuItem>
          <MenuLine />
          {item('uncollectible')}
          {item('void')}
        </Menu>
      )}
      {open.error && <FormAlert error={open.error} />}
      {isMarking && <MarkPaid id={id} name={name} amount={amount} onClose={() => setMarking(false)} />}
    </div>
  )
}

const MAX_NOTE = 200

function MarkPaid({ id, name, amount, onClose }: Record<'id' | 'name' | 'amount', string> & { onClose: () => void }) {
  const [note, setNote] = useState('')
  const save = useWrite(openInvoices.markInvoicePaid, {
    success: (_, message) => {
      notifySuccess(message ?? '', name)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ params: { id }, body: { note } })
  }
  return (
    <Dialog title={`Mark ${name} as paid?`} onClose={onClose}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <p>{amount} came outside the payment provider, which then charges nobody any more. This cannot be undone.</p>
        <TextField
          label={PAID_OUTSIDE_NOTE}
          description="Such as: check no. 1182, received Nov 19. It stands on the receipt."
          required
          max={MAX_NOTE}
          value={note}
          error={save.error?.fields?.note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          data-autofocus
        />
        <FormAlert error={save.error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton isQuiet loading={save.isPending} reason={!note.trim() && 'Say how it was paid'}>
            {invoiceActs.markPaid.label}
          </SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
