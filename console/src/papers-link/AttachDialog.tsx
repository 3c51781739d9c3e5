import '@mantine/core/styles/Checkbox.layer.css'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { nameInText } from '@hikmah/contract/organizations/words'
import { type PaperSource, paperSources, papersLink } from '@hikmah/contract/papers-link'
import {
  DOCUMENT_TOO_LARGE,
  documentTypes,
  einAsTyped,
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENTS,
  NOT_A_DOCUMENT,
  TOO_MANY_DOCUMENTS,
} from '@hikmah/contract/tax-verification/papers'
import { findEinProblem } from '@hikmah/contract/tax-verification/rules'
import { messageTitles, reviewNames } from '@hikmah/contract/tax-verification/words'
import { Button, Checkbox, CloseButton, FileButton, Input } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../kit/api/data.ts'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { Dialog, DialogActions } from '../kit/feedback/messages.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { ChoiceField, TextField } from '../kit/field/TextField.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { fileSize } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './papers-link.module.css'

interface Props {
  organization: Organization
  /** How many papers came with it. */
  onAttached: (count: number) => void
  onClose: () => void
}

/** For papers that came by mail or in person: a submission under the name of whoever attaches them. */
export function AttachDialog({ organization, onAttached, onClose }: Props) {
  const { _id, orgName, taxIdStatus } = organization
  const [ein, setEin] = useState(taxIdStatus.taxIdEin)
  const [taxExempt, setTaxExempt] = useState(taxIdStatus.taxExempt)
  const [files, setFiles] = useState<File[]>([])
  const [source, setSource] = useState<PaperSource | ''>('')
  const [isTried, setTried] = useState(false)
  const [unreadable, setUnreadable] = useState<Error>()
  const attach = useWrite(papersLink.attachPapers, {
    success: () => {
      onAttached(files.length)
      onClose()
    },
  })
  const fields = attach.error?.fields ?? {}
  const refusedFile = Object.entries(fields).find(([field]) => field.startsWith('documents'))
  const filesProblem = findFilesProblem(files) ?? refusedFile?.[1]

  async function submit() {
    setTried(true)
    if (findEinProblem(ein) || source === '' || findFilesProblem(files)) return
    setUnreadable(undefined)
    try {
      const documents = await Promise.all(
        files.map(async (file) => ({ name: file.name, data: await readBase64(file) })),
      )
      attach.mutate({ params: { orgId: _id }, body: { taxIdEin: ein, taxExempt, documents, source } })
    } catch {
      setUnreadable(new Error('A file can no longer be read. Choose the files again.'))
      setFiles([])
    }
  }

  return (
    <Dialog title={`Attach papers of ${nameInText(orgName)}`} onClose={onClose}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <FormAlert error={unreadable ?? (Object.keys(fields).length === 0 && attach.error)} />
        <p className={classes.text}>They are submitted under your name, and the review waits for a decision.</p>
        <TextField
          label={reviewNames.ein}
          inputMode="numeric"
          data-autofocus
          value={ein}
          onChange={({ currentTarget }) => setEin(einAsTyped(currentTarget.value, ein))}
          error={(isTried && findEinProblem(ein)) || fields.taxIdEin}
        />
        <Checkbox
          label="The organization claims a tax exemption"
          checked={taxExempt}
          onChange={({ currentTarget }) => setTaxExempt(currentTarget.checked)}
        />
        <ChoiceField
          label={messageTitles.source}
          data={[
            { value: '', label: 'Choose' },
            ...Object.entries(paperSources).map(([value, label]) => ({ value, label })),
          ]}
          value={source}
          onChange={({ currentTarget: { value } }) => setSource(value as PaperSource | '')}
          error={isTried && source === '' && 'Say how the papers came'}
        />
        <Input.Wrapper
          label="Papers"
          labelElement="div"
          description="Up to five files of 10 MB: PDF, PNG, JPEG or WebP"
          error={fieldError(filesProblem)}
        >
          <FileList files={files} onRemove={(file) => setFiles(files.filter((it) => it !== file))} />
          <FileButton
            multiple
            accept={documentTypes.join(',')}
            inputProps={{ 'aria-label': 'Papers' }}
            onChange={(chosen) => setFiles([...files, ...chosen])}
          >
            {(button) => (
              <Button {...button} variant="default" size="xs">
                Choose files
              </Button>
            )}
          </FileButton>
        </Input.Wrapper>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton loading={attach.isPending}>Attach papers</SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const FileList = ({ files, onRemove }: { files: File[]; onRemove: (file: File) => void }) => (
  <ul className={classes.files}>
    {files.map((file, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
      <li key={`${file.name} ${place}`}>
        <span>
          <bdi translate="no">{file.name}</bdi> <small>{fileSize(file.size)}</small>
        </span>
        <CloseButton
          size={28}
          icon={<Icon name="cross" size={14} />}
          aria-label={`Remove ${file.name}`}
          onClick={() => onRemove(file)}
        />
      </li>
    ))}
  </ul>
)

function findFilesProblem(files: File[]): string | undefined {
  if (files.length > MAX_DOCUMENTS) return TOO_MANY_DOCUMENTS
  const large = files.find(({ size }) => size > MAX_DOCUMENT_BYTES)
  if (large) return `${large.name}: ${DOCUMENT_TOO_LARGE}`
  const other = files.find(({ type }) => type !== '' && !documentTypes.includes(type))
  return other && `${other.name}: ${NOT_A_DOCUMENT}`
}

const readBase64 = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
