import type { Media, MediaKind } from '@hikmah/contract/media'
import { Button, Input } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { fieldError } from '../kit/field/field-error.tsx'
import { fileSize } from '../kit/format/texts.ts'
import { Icon, type IconName } from '../kit/icons/icons.tsx'
import classes from './media.module.css'
import { DROP_IMAGE, DropArea, imageRule, PickFile, UploadProgress, useUpload } from './UploadArea.tsx'

// Loaded on demand: it brings the library.
const ChooseImage = lazy(() => import('./ChooseImage.tsx').then((it) => ({ default: it.ChooseImage })))

interface Shown {
  url: string
  name: string
  /** Bytes; 0 if unknown. */
  size: number
}

export interface MediaProps {
  label: string
  kind: MediaKind
  value: Shown
  onChange: (image: Shown) => void
  error?: ReactNode
  placeholder?: IconName
  required?: boolean
  /** Shown for 8 seconds for a file over 1 MB, where the customer has a text for it. */
  tooLarge?: string
}

/** Uploading does not save the form. */
export function MediaInput({ label, kind, value, onChange, error, placeholder, required, tooLarge }: MediaProps) {
  const id = useId()
  const [isChoosing, setChoosing] = useState(false)
  const take = ({ imageUrl, imageName, imageSize }: Media) =>
    onChange({ url: imageUrl, name: imageName, size: imageSize })
  const { send, sending, failure, forget } = useUpload({ kind, onDone: take, tooLarge })
  const isSending = sending !== undefined
  const verb = value.url ? 'Replace' : 'Upload'

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      id={id}
      description={imageRule(kind)}
      error={fieldError(failure ?? error)}
      errorProps={failure ? { role: 'alert' } : {}}
      required={required}
    >
      <DropArea onFiles={send}>
        <span className={classes.preview} data-kind={kind}>
          {value.url ? (
            <img src={value.url} alt={label} />
          ) : (
            <Icon name={placeholder ?? (kind === 'image' ? 'picture' : 'dome')} />
          )}
        </span>
        <span className={classes.text} aria-live="polite">
          {sending ? <UploadProgress {...sending} /> : value.url ? value.name : DROP_IMAGE}
          {!sending && value.size > 0 && <small>{fileSize(value.size)}</small>}
        </span>
        <span className={classes.buttons}>
          <PickFile label={label} disabled={isSending} onFile={(file) => send([file])}>
            {(button) => (
              <Button {...button} variant="default" disabled={isSending} aria-label={`${verb} ${label}`}>
                {verb}
              </Button>
            )}
          </PickFile>
          <Button
            variant="default"
            disabled={isSending}
            aria-label={`From library: ${label}`}
            onClick={() => setChoosing(true)}
          >
            From library
          </Button>
          {value.url && (
            <Button
              variant="subtle"
              disabled={isSending}
              aria-label={`Remove ${label}`}
              onClick={() => {
                forget()
                onChange({ url: '', name: '', size: 0 })
              }}
            >
              Remove
            </Button>
          )}
        </span>
      </DropArea>
      {isChoosing && (
        <Suspense>
          <ChooseImage
            what={label}
            kind={kind}
            onClose={() => setChoosing(false)}
            onChoose={(image) => {
              forget()
              take(image)
              setChoosing(false)
            }}
          />
        </Suspense>
      )}
    </Input.Wrapper>
  )
}
