import '@mantine/core/styles/Radio.layer.css'
import { HoldReminders, type HoldScope, holdScopes, openInvoices } from '@hikmah/contract/open-invoices'
import { keysOf } from '@hikmah/contract/words'
import { Button, Radio } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useWrite } from '../kit/api/data.ts'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { Dialog, DialogActions, notifySuccess } from '../kit/feedback/messages.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import classes from './open-invoices.module.css'

export function HoldDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [scope, setScope] = useState<HoldScope>('invoice')
  const [until, setUntil] = useState('')
  const [reason, setReason] = useState('')
  const hold = useWrite(openInvoices.holdReminders, {
    success: (_, message) => {
      notifySuccess(message ?? '')
      onClose()
    },
  })
  const body = { scope, until, reason }
  const isGood = HoldReminders.safeParse(body).success
  const submit = (event: FormEvent) => {
    event.preventDefault()
    hold.mutate({ params: { id }, body })
  }
  return (
    <Dialog title="Hold reminders?" onClose={onClose}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <Radio.Group label="Of" value={scope} onChange={(value) => setScope(value as HoldScope)}>
          <div className={classes.scopes}>
            {keysOf(holdScopes).map((value) => (
              <Radio key={value} value={value} label={holdScopes[value]} />
            ))}
          </div>
        </Radio.Group>
        <TextField
          type="date"
          label="Until"
          description="They go on when this day begins, UTC"
          required
          value={until}
          error={hold.error?.fields?.until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
        <TextField
          label="Reason"
          required
          max={200}
          value={reason}
          error={hold.error?.fields?.reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <FormAlert error={hold.error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton isQuiet loading={hold.isPending} reason={!isGood && 'Choose a day and say why'}>
            Hold reminders
          </SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
