import {
  IMAGE_RULE,
  IMAGE_TYPES,
  longestSide,
  MAX_IMAGE_BYTES,
  type Media,
  type MediaKind,
  media,
  notAnImage,
} from '@hikmah/contract/media'
import { FileButton, type FileButtonProps } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type ApiError, type Transport, upload } from '../kit/api/api.ts'
import { formsWaitFor } from '../kit/form/SubmitButton.tsx'
import { fileSize } from '../kit/format/texts.ts'
import classes from './media.module.css'

export const DROP_IMAGE = 'Drop or paste an image'

/** What a field takes, and what becomes of it. */
export const imageRule = (kind: MediaKind) =>
  `${IMAGE_RULE}. A larger one than ${longestSide[kind]} × ${longestSide[kind]} pixels is scaled down.`

interface Props {
  onFiles: (files: FileList) => unknown
  className?: string | undefined
  children: ReactNode
}

/** Accepts files dropped on it, or pasted while it has the focus. */
export function DropArea({ onFiles, className, children }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a second way for what its buttons do
    <div
      className={[classes.drop, className].filter(Boolean).join(' ')}
      data-over={isOver || undefined}
      tabIndex={-1}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles(event.dataTransfer.files)
      }}
      onPaste={({ clipboardData }) => onFiles(clipboardData.files)}
    >
      {children}
    </div>
  )
}

interface PickFileProps {
  label: string
  disabled: boolean
  onFile: (file: File) => unknown
  children: FileButtonProps['children']
}

/** A button that takes an image from the computer, the same again too: a browser tells only of another one. */
export function PickFile({ label, disabled, onFile, children }: PickFileProps) {
  const forget = useRef<() => void>(null)
  return (
    <FileButton
      accept={IMAGE_TYPES.join(',')}
      disabled={disabled}
      inputProps={{ 'aria-label': label }}
      resetRef={forget}
      onChange={(file) => {
        forget.current?.()
        if (file) onFile(file)
      }}
    >
      {children}
    </FileButton>
  )
}

export const UploadProgress = ({ name, part }: { name: string; part: number }) => (
  <span className={classes.progress}>
    {`Uploading ${name}…`}
    <progress max={100} value={Math.round(part * 100)} aria-label={`Uploading ${name}`} />
  </span>
)

/** Enough for a megabyte on a slow connection. */
const LONGEST_MS = 120_000

/** Like `fetch`, but reports how much of the body has been sent, from 0 to 1, which `fetch` cannot. */
const withProgress =
  (onProgress: (sent: number) => void): Transport =>
  (address, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, address)
      headers.forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onload = () => resolve(answerOf(request))
      request.timeout = LONGEST_MS
      request.ontimeout = () => reject(new TypeError('The server did not respond in time'))
      request.onerror = () => reject(new TypeError('The server did not respond'))
      request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort())
      request.send(body)
    })

function answerOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after')
  return new Response(request.responseText, {
    status: request.status,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  })
}

interface Upload {
  kind: MediaKind
  onDone: (image: Media) => unknown
  /** The customer's message for a file that is too large; it disappears by itself. */
  tooLarge?: string | undefined
}

interface Refusal {
  text: string
  passes?: boolean
}

const SHOWN_MS = 8_000

/** Sends one image at a time to the library. An unsuitable file is refused before it is sent. */
export function useUpload({ kind, onDone, tooLarge }: Upload) {
  const [sending, setSending] = useState<{ name: string; part: number }>()
  const [refusal, setRefusal] = useState<Refusal>()

  useEffect(() => {
    if (!refusal?.passes) return
    const timer = setTimeout(() => setRefusal(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [refusal])

  async function send(files: ArrayLike<File>) {
    const file = files[0]
    if (!file) return
    if (files.length > 1) {
      setRefusal({ text: `Add one image at a time: these ${files.length} files were not added.`, passes: true })
      return
    }
    if (sending) {
      setRefusal({ text: `${file.name} was not added: ${sending.name} was still uploading.`, passes: true })
      return
    }
    const refused = refusalOf(file, tooLarge)
    setRefusal(refused)
    if (refused) return
    const { name } = file
    const form = new FormData()
    form.set('kind', kind)
    form.set('file', file)
    setSending({ name, part: 0 })
    const transport = withProgress((part) => setSending({ name, part }))
    try {
      const sent = await formsWaitFor(`${name} is still uploading`, upload(media.uploadMedia, form, { transport }))
      onDone(sent.data)
    } catch (cause) {
      const { fields, message } = cause as ApiError
      setRefusal({ text: fields.file ?? message.trim() })
    } finally {
      setSending(undefined)
    }
  }

  return { send, sending, failure: refusal?.text, forget: () => setRefusal(undefined) }
}

function refusalOf({ name, type, size }: File, tooLarge: string | undefined): Refusal | undefined {
  if (!(IMAGE_TYPES as readonly string[]).includes(type)) return { text: notAnImage(name) }
  if (size <= MAX_IMAGE_BYTES) return undefined
  if (tooLarge) return { text: tooLarge, passes: true }
  const [own, limit] = [fileSize(size), fileSize(MAX_IMAGE_BYTES)]
  // With only a few bytes too many, both would read the same.
  return { text: own === limit ? `${name} is larger than ${limit}.` : `${name} is ${own}; the limit is ${limit}.` }
}

/** 512 × 256 px, 24 KB */
export const imageSizeText = ({ width, height, imageSize }: { width: number; height: number; imageSize: number }) =>
  `${width} × ${height} px, ${fileSize(imageSize)}`

export const SEARCH_IMAGES = 'Search file, or where it is used'
