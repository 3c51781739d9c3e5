import { type PapersRequest, papersLink } from '@hikmah/contract/papers-link'
import { documentTypes, einAsTyped, isSocialSecurity } from '@hikmah/contract/tax-verification/papers'
import { readCode } from '@hikmah/contract/typed'
import { Button, Checkbox, CloseButton, TextInput } from '@mantine/core'
import { type FormEvent, type Ref, useId, useRef, useState } from 'react'
import { type ApiError, call } from '../kit/api/api.ts'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { useAction } from '../kit/form/action.ts'
import { fileSize } from '../kit/format/texts.ts'
import { PublicIcon } from '../kit/icons/public-icons.tsx'
import { failureText, formatUnit, type PageWords } from './page-words.ts'
import classes from './papers-form.module.css'
import { isComplete, type Paper, useUploads } from './use-uploads.ts'

// All that an open link shows comes in one file, while the server is asked what the link asks for.
export { Aside, Sent } from './RequestState.tsx'

interface Props {
  token: string
  request: PapersRequest
  words: PageWords
  onSent: (request: PapersRequest) => void
  /** The link takes no papers any more. */
  onEnded: (failure: ApiError) => void
}

export function PapersForm({ token, request, words, onSent, onEnded }: Props) {
  const [draft, setDraft] = useDraft(token)
  const { ein, taxExempt, noLetter } = draft
  const [isTried, setTried] = useState(false)
  const choose = useRef<HTMLButtonElement>(null)
  const uploads = useUploads(token, request.documents, words, onEnded)
  const complete = uploads.papers.filter(isComplete)
  const isUploading = uploads.papers.some(({ isSending }) => isSending)
  const sending = useAction(
    () =>
      call(
        papersLink.submitPapers,
        {
          params: { token },
          body: {
            taxIdEin: ein,
            taxExempt,
            documentIds: complete.map(({ id }) => id!),
            noLetter: taxExempt && noLetter,
          },
        },
        { withoutToken: true },
      ),
    ({ data }) => {
      forgetDraft(token)
      onSent(data)
    },
  )

  const digits = readCode(ein).replace(/\D/g, '').length
  const einProblem = isSocialSecurity(ein) ? words.ein.isPersonal : digits < 9 ? words.ein.wrong : undefined
  const isProofMissing = taxExempt && !noLetter && uploads.papers.length === 0
  const isIncomplete = !isUploading && complete.length < uploads.papers.length
  const missing = isProofMissing ? words.documents.required : isIncomplete ? words.documents.incomplete : undefined
  const documentsProblem = uploads.refusal ?? (isTried ? missing : undefined)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (einProblem) return event.currentTarget.querySelector<HTMLInputElement>('[name=ein]')?.focus()
    if (missing) return choose.current?.focus()
    if (!isUploading) await sending.run(undefined)
  }

  if (sending.error?.code === 'LINK_ENDED') onEnded(sending.error)
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {(request.words !== '' || request.missing.length > 0) && (
        <section className={classes.asked}>
          {request.words !== '' && (
            <>
              <h2>{words.why}</h2>
              <p>
                <bdi>{request.words}</bdi>
              </p>
            </>
          )}
          {request.missing.length > 0 && (
            <>
              <h2>{words.missing}</h2>
              <ul>
                {request.missing.map((paper) => (
                  <li key={paper}>{words.papers[paper]}</li>
                ))}
              </ul>
            </>
          )}
        </section>
      )}
      <section className={classes.numbered}>
        <h2>{words.ein.title}</h2>
        <span className={classes.count}>{words.ein.count(digits)}</span>
        <TextInput
          label={words.ein.label}
          description={einProblem ? words.ein.hint : words.ein.looksRight}
          rightSection={!einProblem && <PublicIcon name="check" />}
          classNames={{ wrapper: classes.ein, input: classes.einInput }}
          name="ein"
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          size="lg"
          maxLength={20}
          required
          value={ein}
          onChange={({ currentTarget }) => setDraft({ ein: einAsTyped(currentTarget.value, ein) })}
          error={fieldError((isTried || isSocialSecurity(ein)) && (einProblem ?? sending.error?.fields.taxIdEin))}
        />
      </section>
      <section className={classes.numbered}>
        <h2>{words.claim.title}</h2>
        <Checkbox
          size="sm"
          label={words.claim.label}
          description={words.claim.hint}
          checked={taxExempt}
          onChange={({ currentTarget }) => setDraft({ taxExempt: currentTarget.checked })}
        />
        <h3>{words.documents.title}</h3>
        <p className={classes.hint}>{words.documents.hint}</p>
        <PaperList words={words} {...uploads} />
        <ChooseFiles words={words.documents} add={uploads.add} ref={choose} />
        <div aria-live="polite">
          {documentsProblem && <div className={classes.refusal}>{fieldError(documentsProblem)}</div>}
          <span className={classes.unseen}>{uploads.news}</span>
        </div>
        {taxExempt && (
          <Checkbox
            size="sm"
            mt={16}
            label={words.noLetter}
            description={words.noLetterHint}
            checked={noLetter}
            onChange={({ currentTarget }) => setDraft({ noLetter: currentTarget.checked })}
          />
        )}
      </section>
      {sending.error && sending.error.code !== 'LINK_ENDED' && (
        <Banner
          tone="danger"
          text={failureText(sending.error, words, { 409: words.nothingToReview })}
          onDismiss={sending.clear}
        />
      )}
      <div className={classes.foot}>
        <Button type="submit" size="lg" loading={sending.isRunning} disabled={isUploading}>
          {words.send}
        </Button>
        <span role="status">{isUploading ? words.uploading : words.saved}</span>
      </div>
      <p className={classes.hint}>{words.discreet}</p>
    </form>
  )
}

interface Draft {
  ein: string
  taxExempt: boolean
  noLetter: boolean
}

const draftKey = (token: string) => `papers-${token.slice(-8)}`
const forgetDraft = (token: string) => sessionStorage.removeItem(draftKey(token))

/** What was filled in, for as long as the tab is open. */
function useDraft(token: string) {
  const [draft, setDraft] = useState<Draft>(() => ({
    ...{ ein: '', taxExempt: true, noLetter: false },
    ...JSON.parse(sessionStorage.getItem(draftKey(token)) ?? '{}'),
  }))
  const change = (part: Partial<Draft>) => {
    const changed = { ...draft, ...part }
    sessionStorage.setItem(draftKey(token), JSON.stringify(changed))
    setDraft(changed)
  }
  return [draft, change] as const
}

type Uploads = ReturnType<typeof useUploads>

function PaperList({
  papers,
  words,
  remove,
  retry,
}: Pick<Uploads, 'papers' | 'remove' | 'retry'> & { words: PageWords }) {
  if (papers.length === 0) return null
  return (
    <ul className={classes.papers}>
      {papers.map((paper) => (
        <li key={paper.key}>
          <PublicIcon name="document" />
          <div>
            <b>
              <bdi translate="no">{paper.name}</bdi>
            </b>
            <PaperState paper={paper} words={words} />
          </div>
          {isComplete(paper) && (
            <span className={classes.uploaded}>
              <PublicIcon name="check" size={12} />
              {words.documents.uploaded}
            </span>
          )}
          {paper.mayRetry && paper.file && (
            <Button variant="default" onClick={() => retry(paper)}>
              {words.documents.retry}
            </Button>
          )}
          <CloseButton
            icon={<PublicIcon name="cross" />}
            size={32}
            aria-label={words.documents.remove(paper.name)}
            onClick={() => remove(paper)}
          />
        </li>
      ))}
    </ul>
  )
}

function PaperState({ paper, words: { documents, locale } }: { paper: Paper; words: PageWords }) {
  if (paper.problem) return <span className={classes.problem}>{paper.problem}</span>
  if (isComplete(paper)) {
    return (
      <span>
        <bdi>{fileSize(paper.size)}</bdi>
      </span>
    )
  }
  const percent = Math.floor((paper.received / paper.size) * 100)
  if (!paper.isSending) return <span className={classes.problem}>{documents.chooseAgain}</span>
  const { left } = paper
  const unit = left !== undefined && left > 90 ? 'minute' : 'second'
  const leftText = left === undefined ? '' : formatUnit(locale, unit === 'minute' ? Math.ceil(left / 60) : left, unit)
  return (
    <>
      <span>{documents.progress(percent, leftText)}</span>
      <progress max={100} value={percent} aria-label={paper.name} />
    </>
  )
}

interface ChooseFilesProps {
  words: PageWords['documents']
  add: (files: File[]) => void
  ref: Ref<HTMLButtonElement>
}

function ChooseFiles({ words, add, ref }: ChooseFilesProps) {
  const choose = useRef<HTMLInputElement>(null)
  const photograph = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const id = useId()
  const take = (input: HTMLInputElement) => {
    add([...(input.files ?? [])])
    // The same file may be chosen again.
    input.value = ''
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way for the buttons in it
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        add([...event.dataTransfer.files])
      }}
    >
      <input
        ref={choose}
        id={`${id}-files`}
        type="file"
        hidden
        multiple
        accept={documentTypes.join(',')}
        aria-label={words.choose}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
      <input
        ref={photograph}
        id={`${id}-photo`}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={words.photo}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
      <Button ref={ref} variant="default" onClick={() => choose.current?.click()}>
        {words.choose}
      </Button>
      <Button variant="default" className={classes.photo} onClick={() => photograph.current?.click()}>
        {words.photo}
      </Button>
      <span className={classes.dropHint}>{words.drop}</span>
      <span className={classes.kinds}>{words.kinds}</span>
    </div>
  )
}
