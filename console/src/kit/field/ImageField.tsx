import { media } from '@hikmah/contract/media/calls'
import type { Media, MediaKind } from '@hikmah/contract/media/schemas'
import { IMAGE_RULE, IMAGE_TYPES, MAX_IMAGE_BYTES } from '@hikmah/contract/media/words'
import { Button, FileButton, Input, Loader } from '@mantine/core'
import { useId, useState } from 'react'
import type { z } from 'zod'
import { type ApiError, upload } from '../api/api.ts'
import { fileSize } from '../format/texts.ts'
import { Icon, type IconName } from '../icons/icons.tsx'
import { fieldError } from './field-error.tsx'
import classes from './ImageField.module.css'

interface Shown {
  url: string
  name: string
  /** Bytes; 0 where nobody knows. */
  size: number
}

interface Props {
  label: string
  kind: z.infer<typeof MediaKind>
  value: Shown
  onChange: (image: Shown) => void
  error?: React.ReactNode
  /** Stands where the image will be. */
  placeholder?: IconName
}

/** What is wrong with a file that can be said before it is sent. */
function refusalOf({ name, type, size }: File): string | undefined {
  if (!(IMAGE_TYPES as readonly string[]).includes(type)) return `${name} is not a PNG, JPEG, WebP or GIF image.`
  if (size > MAX_IMAGE_BYTES) return `${name} is ${fileSize(size)}; the limit is ${fileSize(MAX_IMAGE_BYTES)}.`
}

/** An image of the media library: preview, upload and remove. Uploading does not save the form. */
export function ImageField({ label, kind, value, onChange, error, placeholder }: Props) {
  const id = useId()
  const [sending, setSending] = useState<string>()
  const [failure, setFailure] = useState<string>()

  async function send(file: File | null) {
    if (!file) return
    const refusal = refusalOf(file)
    setFailure(refusal)
    if (refusal) return
    const form = new FormData()
    form.set('kind', kind)
    form.set('file', file)
    setSending(file.name)
    try {
      const { data } = await upload(media.uploadMedia, form)
      onChange(shownOf(data))
    } catch (cause) {
      const { fields, message } = cause as ApiError
      setFailure(fields.file ?? message.trim())
    } finally {
      setSending(undefined)
    }
  }

  const verb = value.url ? 'Replace' : 'Upload'
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      id={id}
      description={IMAGE_RULE}
      error={fieldError(failure ?? error)}
    >
      <div className={classes.field}>
        <span className={classes.preview} data-kind={kind}>
          {sending ? (
            <Loader size={16} />
          ) : value.url ? (
            <img src={value.url} alt={label} />
          ) : (
            <Icon name={placeholder ?? (kind === 'image' ? 'picture' : 'dome')} />
          )}
        </span>
        <span className={classes.text} aria-live="polite">
          {sending ? `Uploading ${sending} …` : value.url ? value.name : 'None'}
          {!sending && value.size > 0 && <small>{fileSize(value.size)}</small>}
        </span>
        <FileButton
          accept={IMAGE_TYPES.join(',')}
          disabled={sending !== undefined}
          inputProps={{ 'aria-label': label }}
          onChange={(file) => void send(file)}
        >
          {(button) => (
            <Button {...button} variant="default" disabled={sending !== undefined} aria-label={`${verb} ${label}`}>
              {verb}
            </Button>
          )}
        </FileButton>
        {value.url && (
          <Button
            variant="subtle"
            disabled={sending !== undefined}
            aria-label={`Remove ${label}`}
            onClick={() => {
              setFailure(undefined)
              onChange({ url: '', name: '', size: 0 })
            }}
          >
            Remove
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}

const shownOf = ({ imageUrl, imageName, imageSize }: Media): Shown => ({
  url: imageUrl,
  name: imageName,
  size: imageSize,
})
