import { hardware } from '@hikmah/contract/hardware/endpoints'
import {
  type ConnectionEvent,
  type Device,
  deviceFields,
  type EditableDeviceField,
} from '@hikmah/contract/hardware/schemas'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMay, useWrite } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { confirm, notifyFailure } from '../kit/feedback/messages.tsx'
import { fileSize, wholeDollars } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { Explained } from '../kit/popup/Explained.tsx'
import { RichText } from '../kit/rich-text/RichText.tsx'
import { APP_STREAM_MEANING, DeviceStatusBadge } from './DeviceCells.tsx'
import { DeviceKeyDialog, type IssuedKey } from './DeviceDialogs.tsx'
import classes from './hardware.module.css'

type Agent = Pick<ConnectionEvent, 'browser' | 'os'>

/** Chrome 141 on Android 14; empty where the device did not tell. */
export const describeAgent = ({ browser, os }: Agent): string =>
  [browser, os].filter((name) => name && name !== 'Unknown').join(' on ')

/** Raleigh, NC, Chrome 141 on Android 14, as far as it is known. */
export const describePlace = ({ city, country, ...agent }: Agent & Pick<ConnectionEvent, 'city' | 'country'>): string =>
  [city, country, describeAgent(agent)].filter(Boolean).join(', ')

/** What the device is on the left, how it is doing on the right. */
export function DeviceFacts({ device }: { device: Device }) {
  const mayManage = useMay('hardware.manage')
  const { imageMetaData, details } = device
  const {
    status,
    ...others
  }: Record<Exclude<EditableDeviceField, 'name'>, ReactNode> = {
    status: <DeviceStatusBadge status={device.status} />,
    price: wholeDollars(device.price),
    imageMetaData: imageMetaData.imageUrl && <Image {...imageMetaData} />,
    details: details && <RichText value={details} />,
  }
  return (
    <section aria-label="Device details">
      <SectionHead title="Device details" />
      <Facts
        isByColumn
        facts={[
          [deviceFields.deviceId, device.deviceId],
          [deviceFields.status, status],
          [
            deviceFields.appStream,
            <Explained key="stream" means={APP_STREAM_MEANING}>
              {device.appStream}
            </Explained>,
          ],
          [deviceFields.macAddress, device.macAddress],
          ...Object.entries(others).map(([field, fact]): [string, ReactNode] => [
            deviceFields[field as EditableDeviceField],
            fact,
          ]),
          ['Last active', device.lastActive && <When at={device.lastActive} as="moment" />],
          ['Connected on', device.connectedOn && <When at={device.connectedOn} as="moment" />],
          ['IP address', device.ipAddress],
          ['Country', device.country],
          ['Runs on', describeAgent(device)],
          [
            'Device key',
            <span key="key" className={classes.beside}>
              <span>
                Issued <When at={device.keyIssuedAt} />
              </span>
              {mayManage && <ReissueKey device={device} />}
            </span>,
          ],
          ['Added', <When key="added" at={device.createdAt} as="moment" />],
        ]}
      />
    </section>
  )
}

function Image({ imageUrl, imageName, imageSize }: Device['imageMetaData']) {
  return (
    <div className={classes.image}>
      <img src={imageUrl} alt="Device" />
      <div>
        {imageName}
        {imageSize > 0 && <div className="quiet">{fileSize(imageSize)}</div>}
      </div>
    </div>
  )
}

function ReissueKey({ device: { _id, deviceId } }: { device: Device }) {
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
