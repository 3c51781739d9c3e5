import { IMAGE_RULE, longestSide, type MediaKind, mediaKinds } from '@hikmah/contract/media'
import { Button, Input } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { ChoiceField } from '../kit/field/ChoiceField.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { DropArea } from './DropArea.tsx'
import classes from './media.module.css'
import { kindWords } from './media-words.ts'
import { PickFile } from './PickFile.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import { useUpload } from './use-upload.ts'

/** Uploads an image to the library, for a chosen kind of use. */
export function UploadImage({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [kind, setKind] = useState<MediaKind>('image')
  const { send, sending, failure } = useUpload({
    kind,
    onDone: ({ imageName }) => {
      void client.invalidateQueries()
      notifySuccess('Image uploaded', imageName)
      onClose()
    },
  })

  return (
    <Dialog title="Upload image" onClose={onClose}>
      <div className={classes.upload}>
        <ChoiceField
          label="Kind"
          description="Larger images are scaled down to fit"
          data={mediaKinds.map((value) => ({ value, label: `${kindWords[value]}, at most ${longestSide[value]} px` }))}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as MediaKind)}
        />
        <Input.Wrapper
          label="File"
          labelElement="div"
          description={IMAGE_RULE}
          error={fieldError(failure)}
          errorProps={{ role: 'alert' }}
        >
          <DropArea onFiles={send} className={classes.wide}>
            <span className={classes.text} aria-live="polite">
              {sending ? <UploadProgress {...sending} /> : 'Drop or paste an image, or'}
            </span>
            <PickFile label="File" disabled={sending !== undefined} onFile={(file) => send([file])}>
              {(button) => (
                <Button {...button} data-autofocus variant="default" disabled={sending !== undefined}>
                  Choose a file
                </Button>
              )}
            </PickFile>
          </DropArea>
        </Input.Wrapper>
      </div>
    </Dialog>
  )
}
