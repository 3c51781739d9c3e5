import { hardware } from '@hikmah/contract/hardware/endpoints'
import { DEVICE_ASSIGNED, type Device } from '@hikmah/contract/hardware/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useWrite } from '../kit/api/data.ts'
import { Dialog, DialogActions } from '../kit/feedback/Dialog.tsx'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { TextField } from '../kit/field/TextField.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { mayNotReceive, OrganizationPicker, type Picked } from '../organizations/OrganizationPicker.tsx'
import { PLACE_HINT } from './DeviceLink.tsx'
import classes from './hardware.module.css'

const MAX_LABEL = 50

/** Which organization gets the device, and where it stands there. */
export function AssignDialog({ device: { _id, deviceId }, onClose }: { device: Device; onClose: () => void }) {
  const [organization, setOrganization] = useState<Picked>()
  const [name, setName] = useState('')
  const assign = useWrite(hardware.assignDevice, {
    success: (_, message) => {
      notifySuccess(
        message ?? DEVICE_ASSIGNED,
        `${deviceId} to ${organization && organizationName(organization.orgName)}`,
      )
      onClose()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!organization || name.trim() === '') return
    assign.mutate({ params: { id: _id }, body: { deviceId, organizationId: organization._id, name } })
  }

  return (
    <Dialog title={`Assign ${deviceId}`} onClose={onClose}>
      <form className={classes.statuses} noValidate onSubmit={submit}>
        <OrganizationPicker value={organization} onChange={setOrganization} refuses={mayNotReceive} />
        <TextField
          label="Install label"
          required
          max={MAX_LABEL}
          autoComplete="off"
          description={PLACE_HINT}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={assign.error?.fields.name}
        />
        {!assign.error?.fields.name && <FormAlert error={assign.error} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton
            isQuiet
            loading={assign.isPending}
            reason={(!organization || name.trim() === '') && 'Choose an organization and enter an install label'}
          >
            Assign
          </SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
