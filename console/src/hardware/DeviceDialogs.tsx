import { isGuarded, MAY_NOT_LOCK, whyNotChangeStatus } from '@hikmah/contract/hardware/rules'
import { chosenDeviceStatuses, DEVICE_REMOVED, DEVICE_UPDATED, type Device } from '@hikmah/contract/hardware/schemas'
import { Button, Radio } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Dialog, DialogActions, notifySuccess } from '../kit/feedback/messages.tsx'
import { TextArea } from '../kit/field/TextField.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './hardware.module.css'
import '@mantine/core/styles/Radio.layer.css'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay, useWrite } from '../kit/api/data.ts'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { RetryNote } from '../kit/page/ListStates.tsx'
import { DeviceStatusBadge } from './DeviceCells.tsx'

export interface IssuedKey {
  _id: string
  deviceId: string
  deviceKey: string
}

/** Shows a device key the only time it is known. Only its button closes it, so that nobody loses it by accident. */
export function DeviceKeyDialog({ issued, onDone }: { issued: IssuedKey; onDone: () => void }) {
  const clipboard = useClipboard({ timeout: 4000 })
  return (
    <Dialog title={`Device key of ${issued.deviceId}`}>
      <p className={classes.said}>
        Copy the key and enter it on the device. It will not be shown again. If it gets lost, you can issue a new one on
        the device page.
      </p>
      <TextArea
        className={classes.key}
        label="Device key"
        readOnly
        minRows={1}
        data-autofocus
        value={issued.deviceKey}
        onFocus={({ currentTarget }) => currentTarget.select()}
        error={clipboard.error && 'The browser blocked copying. Select the key and copy it by hand.'}
      />
      <DialogActions>
        <Button
          variant="default"
          leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} />}
          onClick={() => clipboard.copy(issued.deviceKey)}
        >
          <span aria-live="polite">{clipboard.copied ? 'Copied' : 'Copy'}</span>
        </Button>
        <Button onClick={onDone}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}

interface RemoveProps {
  device: Pick<Device, '_id' | 'deviceId'>
  orgName: string
  onClose: () => void
}

export function RemoveDialog({ device: { _id, deviceId }, orgName, onClose }: RemoveProps) {
  const client = useQueryClient()
  const remove = useWrite(hardware.assignDevice, {
    success: (_, message) => {
      onClose()
      notifySuccess(message ?? DEVICE_REMOVED, deviceId)
    },
    // The seeds: a removal that fails is only logged. What is out of date is read again.
    error: (failure) => {
      console.error(`${deviceId} could not be removed`, failure)
      void client.invalidateQueries()
    },
  })
  const run = () => remove.mutate({ params: { id: _id }, body: { deviceId, organizationId: '' } })
  return (
    <Dialog title={`Remove ${deviceId} from ${orgName}?`} onClose={onClose}>
      <p>
        The device goes back into stock without its install label. Its status, device key and history stay as they are.
      </p>
      {remove.error && <RetryNote text={`${deviceId} was not removed.`} onRetry={run} />}
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" loading={remove.isPending} onClick={run}>
          Remove device
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Sets only the status. Pending comes only from an order; Locked and Lost need extra rights. */
export function ChangeStatus({ device }: { device: Device }) {
  const [isOpen, setOpen] = useState(false)
  const mayLock = useMay('hardware.lock')
  return (
    <>
      <GuardedButton
        variant="default"
        reason={isGuarded(device.status) && !mayLock && MAY_NOT_LOCK}
        onClick={() => setOpen(true)}
      >
        Change status
      </GuardedButton>
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
        <GuardedButton
          loading={save.isPending}
          reason={(!chosen || chosen === status) && `The device is ${status} now`}
          onClick={() => chosen && save.mutate({ params: { id: _id }, body: { status: chosen, version: seen } })}
        >
          Save
        </GuardedButton>
      </DialogActions>
    </Dialog>
  )
}
