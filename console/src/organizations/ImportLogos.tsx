import { IMAGE_RULE, IMAGE_TYPES, MAX_IMAGE_BYTES, media, notAnImage } from '@hikmah/contract/media'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { MAX_LOGOS } from '@hikmah/contract/organizations/logos'
import type { LogoMatch } from '@hikmah/contract/organizations/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { Button, FileButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, failureText, upload } from '../kit/api/api.ts'
import { useWrite } from '../kit/api/data.ts'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { Dialog, DialogActions } from '../kit/feedback/messages.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { fileSize, plural } from '../kit/format/texts.ts'
import classes from './import-logos.module.css'

type Match = LogoMatch['organizations'][number]

/** A file with the organization it goes to, or why it goes to none; and later what came of it. */
interface Line {
  file: File
  to?: Match
  problem?: string
  result?: { text: string; isFailed: boolean }
}

/** Logos in bulk, each named after its organization. Nothing is fetched from anywhere: the files are here. */
export function ImportLogos({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [lines, setLines] = useState<Line[]>([])
  const [refusal, setRefusal] = useState('')
  const [isRunning, setRunning] = useState(false)
  const match = useWrite(organizations.matchLogos, {})
  const ready = lines.filter((line) => line.to && !line.result)
  const isDone = lines.some((line) => line.result)

  function choose(files: File[]) {
    if (files.length === 0) return
    setLines([])
    setRefusal(files.length > MAX_LOGOS ? `Choose at most ${MAX_LOGOS} files; these are ${files.length}.` : '')
    if (files.length > MAX_LOGOS) return
    const body = { files: files.map(({ name }) => name) }
    match.mutate({ body }, { onSuccess: ({ data }) => setLines(linesOf(files, data)) })
  }

  async function run() {
    setRunning(true)
    for (const line of ready) {
      const result = await save(line.file, line.to!).catch((failure: unknown) => ({
        text: failure instanceof ApiError ? (failure.fields.file ?? failureText(failure)) : String(failure),
        isFailed: true,
      }))
      setLines((all) => all.map((other) => (other === line ? { ...line, result } : other)))
    }
    setRunning(false)
    void client.invalidateQueries()
  }

  return (
    <Dialog title="Import logos" size="lg" onClose={isRunning ? () => undefined : onClose}>
      <div className={classes.import}>
        <p>
          Name each file after its organization: its shortname, as in icfremont.png, or its id. {IMAGE_RULE}, at most{' '}
          {MAX_LOGOS} files at a time.
        </p>
        <FileButton
          multiple
          accept={IMAGE_TYPES.join(',')}
          disabled={isRunning}
          inputProps={{ 'aria-label': 'Logos' }}
          onChange={choose}
        >
          {(button) => (
            <Button {...button} variant="default" loading={match.isPending} disabled={isRunning}>
              Choose files
            </Button>
          )}
        </FileButton>
        <FormAlert error={match.error} />
        {refusal && <p role="alert">{refusal}</p>}
        {lines.length > 0 && (
          <>
            <p role="status">{describe(lines)}</p>
            <ul className={classes.files} aria-label="Files">
              {lines.map(({ file, to, problem, result }) => (
                <li
                  key={`${file.name} ${file.lastModified}`}
                  data-failed={problem || result?.isFailed ? true : undefined}
                >
                  <b>
                    <bdi>{file.name}</bdi>
                  </b>
                  {to && (
                    <span>
                      to <bdi translate="no">{organizationName(to.orgName)}</bdi>
                      {to.hasLogo && !result && ', replaces its logo'}
                    </span>
                  )}
                  <span>{result?.text ?? problem}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <DialogActions>
        <Button variant="default" disabled={isRunning} onClick={onClose}>
          {isDone ? 'Close' : 'Cancel'}
        </Button>
        <SubmitButton
          type="button"
          loading={isRunning}
          reason={ready.length === 0 && (isDone ? 'Nothing is left to import' : 'Choose files that match')}
          onClick={() => void run()}
        >
          {ready.length === 0 ? 'Import' : `Import ${plural(ready.length, 'logo')}`}
        </SubmitButton>
      </DialogActions>
    </Dialog>
  )
}

/** The organization is updated as it was when the files were matched: what somebody changed since is not overwritten. */
async function save(file: File, { _id, hasLogo, version }: Match): Promise<NonNullable<Line['result']>> {
  const form = new FormData()
  form.set('kind', 'logo')
  form.set('file', file)
  const { imageUrl, imageName, imageSize } = (await upload(media.uploadMedia, form)).data
  const orgLogo = { logoUrl: imageUrl, logoName: imageName, logoSize: imageSize }
  await call(organizations.updateOrganization, { params: { id: _id }, body: { orgLogo, version } })
  return { text: hasLogo ? 'Replaced' : 'Saved', isFailed: false }
}

function linesOf(files: File[], matches: LogoMatch[]): Line[] {
  const taken = new Map<string, string>()
  return files.map((file, n) => {
    const [only, second] = matches[n]?.organizations ?? []
    const problem = problemOf(file, only, second)
    if (problem || !only) return { file, problem: problem ?? '' }
    const earlier = taken.get(only._id)
    if (earlier) return { file, problem: `${earlier} goes to the same organization` }
    taken.set(only._id, file.name)
    return { file, to: only }
  })
}

function problemOf({ name, type, size }: File, only: Match | undefined, second: Match | undefined) {
  if (!(IMAGE_TYPES as readonly string[]).includes(type)) return notAnImage(name)
  if (size > MAX_IMAGE_BYTES) return `Larger than ${fileSize(MAX_IMAGE_BYTES)}`
  if (!only) return 'No organization has this shortname or id'
  if (second) return 'Several organizations have this shortname; use the id'
  return undefined
}

function describe(lines: Line[]): string {
  const results = lines.flatMap(({ result }) => result ?? [])
  const failed = results.filter(({ isFailed }) => isFailed).length
  if (results.length > 0)
    return `${plural(results.length - failed, 'logo')} imported${failed > 0 ? `, ${failed} failed` : ''}.`
  const matched = lines.filter(({ to }) => to)
  const replaced = matched.filter(({ to }) => to?.hasLogo).length
  const inPlace = replaced > 0 ? `, ${replaced} in place of another logo` : ''
  return `Matched ${matched.length} of ${plural(lines.length, 'file')}${inPlace}.`
}
