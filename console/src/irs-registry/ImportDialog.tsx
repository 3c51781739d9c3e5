import { irsRegistry } from '@hikmah/contract/irs-registry/endpoints'
import { findFilesProblem, IMPORT_PART_BYTES, listFileNames, PUBLISHED_ON } from '@hikmah/contract/irs-registry/words'
import { Button, Checkbox, FileButton, Input } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, call, upload } from '../kit/api/api.ts'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { Dialog, DialogActions, notifySuccess } from '../kit/feedback/messages.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { fileSize, plural } from '../kit/format/texts.ts'
import classes from './irs-registry.module.css'

const KINDS =
  'EO BMF (eo1.csv to eo4.csv, or the state files), Publication 78 and automatic revocations, as published by the IRS, zipped or not'

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [files, setFiles] = useState<File[]>([])
  const [snapshotOn, setSnapshotOn] = useState('')
  const [force, setForce] = useState(false)
  const [isTried, setTried] = useState(false)
  const { send, part, failure, cancel } = useSendFiles(() => {
    notifySuccess('Files sent', 'The import continues in the background.')
    onClose()
  })
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const problem = isTried ? findFilesProblem(files) : undefined
  const percent = Math.floor((part ?? 0) * 100)

  return (
    <Dialog title="Import IRS files" onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!findFilesProblem(files)) void send(files, { ...(snapshotOn && { snapshotOn }), ...(force && { force }) })
        }}
      >
        <FormAlert error={failure} />
        <Input.Wrapper
          label="Files"
          labelElement="div"
          description={KINDS}
          error={fieldError(problem ?? failure?.fields.files)}
        >
          <div className={classes.choose}>
            <FileButton
              multiple
              accept=".csv,.txt,.zip"
              disabled={part !== undefined}
              inputProps={{ 'aria-label': 'Files' }}
              onChange={setFiles}
            >
              {(button) => (
                <Button {...button} data-autofocus variant="default" disabled={part !== undefined}>
                  Choose files
                </Button>
              )}
            </FileButton>
            <span className={classes.chosen}>
              {files.length === 0
                ? 'Import all EO BMF files together: they form one snapshot.'
                : `${listFileNames(files.map(({ name }) => name))}, ${fileSize(total)}`}
            </span>
          </div>
        </Input.Wrapper>
        <TextField
          label={PUBLISHED_ON}
          description="If empty: the date inside the zip, otherwise today"
          type="date"
          value={snapshotOn}
          disabled={part !== undefined}
          onChange={({ currentTarget }) => setSnapshotOn(currentTarget.value)}
        />
        <Checkbox
          label="Import even with fewer than 95% of the rows now in place"
          description="So few usually mean that a file is missing or incomplete"
          checked={force}
          disabled={part !== undefined}
          onChange={({ currentTarget }) => setForce(currentTarget.checked)}
        />
        {part !== undefined && (
          <div className={classes.progress} role="status">
            <span>{`Sending ${plural(files.length, 'file')}, ${percent}%. Stay on this page.`}</span>
            <progress max={100} value={percent} aria-label="Sent" />
          </div>
        )}
        <DialogActions>
          <Button variant="default" onClick={part === undefined ? onClose : cancel}>
            Cancel
          </Button>
          <SubmitButton loading={part !== undefined}>Import</SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Sends files in parts and starts the import with the last. Leaving the page or canceling discards what was sent. */
function useSendFiles(onSent: () => void) {
  const client = useQueryClient()
  const [part, setPart] = useState<number>()
  const [failure, setFailure] = useState<ApiError>()
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])

  async function send(files: File[], options: { snapshotOn?: string; force?: boolean }) {
    if (stopper.current) return
    stopper.current = new AbortController()
    const { signal } = stopper.current
    let id: string | undefined
    setFailure(undefined)
    setPart(0)
    try {
      const body = { files: files.map(({ name, size }) => ({ name, size })), ...options }
      id = (await call(irsRegistry.startRegistryImport, { body }, { signal })).data._id
      const all = files.reduce((sum, { size }) => sum + size, 0)
      let sent = 0
      for (const [n, file] of files.entries()) {
        for (let at = 0; at < file.size; at += IMPORT_PART_BYTES) {
          const form = new FormData()
          const piece = file.slice(at, at + IMPORT_PART_BYTES)
          form.set('file', piece, 'part')
          await upload(irsRegistry.sendRegistryPart, form, { signal }, { params: { id }, query: { file: n, at } })
          sent += piece.size
          setPart(sent / all)
        }
      }
      onSent()
    } catch (cause) {
      if (id)
        await call(irsRegistry.cancelRegistryImport, { params: { id } }, { keepalive: true }).catch(() => undefined)
      if (!signal.aborted) setFailure(cause as ApiError)
    } finally {
      stopper.current = undefined
      setPart(undefined)
      void client.invalidateQueries()
    }
  }

  return { send, part, failure, cancel: () => stopper.current?.abort() }
}
