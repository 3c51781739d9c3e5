import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Dialog, DialogActions } from '../kit/feedback/Dialog.tsx'
import { TextArea } from '../kit/field/TextField.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './hardware.module.css'

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
