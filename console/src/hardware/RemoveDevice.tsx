import { hardware } from '@hikmah/contract/hardware/endpoints'
import { DEVICE_REMOVED, type DeviceRow } from '@hikmah/contract/hardware/schemas'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { DialogActions } from '../kit/feedback/DialogActions.tsx'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { RetryNote } from '../kit/row/RetryNote.tsx'
import { RowAction } from '../kit/row/RowActions.tsx'

/** Takes a device back from its organization after a confirmation that names it. */
export function RemoveDevice({ device: { _id, deviceId }, orgName }: { device: DeviceRow; orgName: string }) {
  const mayManage = useMay('hardware.manage')
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const remove = useWrite(hardware.assignDevice, {
    success: (_, message) => {
      setAsked(false)
      notifySuccess(message ?? DEVICE_REMOVED, deviceId)
    },
    // The seeds: a removal that fails is only logged. A list that is out of date is read again.
    error: (failure) => {
      console.error(`${deviceId} could not be removed`, failure)
      void client.invalidateQueries()
    },
  })
  const run = () => remove.mutate({ params: { id: _id }, body: { deviceId, organizationId: '' } })

  function close() {
    setAsked(false)
    remove.reset()
  }

  if (!mayManage) return null
  return (
    <>
      <RowAction aria-label={`Remove ${deviceId}`} onClick={() => setAsked(true)}>
        Remove
      </RowAction>
      {isAsked && (
        <Dialog title={`Remove ${deviceId} from ${orgName}?`} onClose={close}>
          <p>
            The device goes back into stock without its install label. Its status, device key and history stay as they
            are.
          </p>
          {remove.error && <RetryNote text={`${deviceId} was not removed.`} onRetry={run} />}
          <DialogActions>
            <Button variant="default" data-autofocus onClick={close}>
              Cancel
            </Button>
            <Button variant="danger" loading={remove.isPending} onClick={run}>
              Remove device
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
