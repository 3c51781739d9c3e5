import { hardware } from '@hikmah/contract/hardware/endpoints'
import type { Device } from '@hikmah/contract/hardware/schemas'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../kit/api/data.ts'
import { confirm } from '../kit/feedback/confirm.tsx'
import { notifyFailure } from '../kit/feedback/notify.ts'
import { DeviceKeyDialog, type IssuedKey } from './DeviceKeyDialog.tsx'

/** A new key for a device whose key was lost or seen by others. */
export function ReissueKey({ device: { _id, deviceId } }: { device: Device }) {
  const [issued, setIssued] = useState<IssuedKey>()
  const reissue = useWrite(hardware.reissueDeviceKey, {
    success: setIssued,
    error: ({ message }) => notifyFailure(message),
  })

  async function askAndReissue() {
    const isSure = await confirm({
      title: `Issue a new key for ${deviceId}?`,
      body: 'Its current key stops working at once. The device stays offline until the new key is entered on it.',
      action: 'Issue new key',
    })
    if (isSure) reissue.mutate({ params: { id: _id } })
  }

  return (
    <>
      <Button variant="default" size="xs" loading={reissue.isPending} onClick={() => void askAndReissue()}>
        Issue new key
      </Button>
      {issued && <DeviceKeyDialog issued={issued} onDone={() => setIssued(undefined)} />}
    </>
  )
}
