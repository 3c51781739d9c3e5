import {
  chosenDeviceStatuses,
  DEVICE_UPDATED,
  type Device,
  isGuarded,
  MAY_NOT_LOCK,
  whyNotChangeStatus,
} from '@hikmah/contract/hardware/schemas'
import '@mantine/core/styles/Radio.layer.css'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { Button, Radio } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { Dialog, DialogActions } from '../kit/feedback/Dialog.tsx'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { DeviceStatusBadge } from './DeviceCells.tsx'
import classes from './hardware.module.css'

/** Sets only the status. Pending comes only from an order; Locked and Lost need extra rights. */
export function ChangeStatus({ device }: { device: Device }) {
  const [isOpen, setOpen] = useState(false)
  const mayLock = useMay('hardware.lock')
  return (
    <>
      <SubmitButton
        type="button"
        variant="default"
        size="xs"
        isQuiet
        reason={isGuarded(device.status) && !mayLock && MAY_NOT_LOCK}
        onClick={() => setOpen(true)}
      >
        Change status
      </SubmitButton>
      {isOpen && <StatusDialog device={device} mayLock={mayLock} onClose={() => setOpen(false)} />}
    </>
  )
}

interface Props {
  device: Device
  mayLock: boolean
  onClose: () => void
}

function StatusDialog({ device: { _id, deviceId, status, version }, mayLock, onClose }: Props) {
  const [choice, setChoice] = useState<string>(status)
  const client = useQueryClient()
  // The version seen when the dialog opened, or shown by a conflict.
  const [seen, setSeen] = useState(version)
  const save = useWrite(hardware.updateDevice, {
    success: (_, message) => {
      notifySuccess(message ?? DEVICE_UPDATED, deviceId)
      onClose()
    },
    error: ({ code, current }) => {
      if (code !== 'CONFLICT' || !current) return
      setSeen(current.version)
      void client.invalidateQueries()
    },
  })
  const chosen = chosenDeviceStatuses.find((option) => option === choice)
  return (
    <Dialog title={`Status of ${deviceId}`} onClose={onClose}>
      <FormAlert error={save.error} />
      <Radio.Group label="Status" labelProps={{ display: 'none' }} value={choice} onChange={setChoice}>
        <div className={classes.statuses}>
          {chosenDeviceStatuses.map((option) => {
            const reason = whyNotChangeStatus(status, option, mayLock)
            return (
              <Radio
                key={option}
                value={option}
                classNames={{ body: classes.status }}
                data-autofocus={option === status || undefined}
                disabled={reason !== undefined}
                description={reason}
                label={<DeviceStatusBadge status={option} />}
              />
            )
          })}
        </div>
      </Radio.Group>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton
          type="button"
          isQuiet
          loading={save.isPending}
          reason={(!chosen || chosen === status) && `The device is ${status} now`}
          onClick={() => chosen && save.mutate({ params: { id: _id }, body: { status: chosen, version: seen } })}
        >
          Save
        </SubmitButton>
      </DialogActions>
    </Dialog>
  )
}
