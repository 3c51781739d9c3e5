import { type CannedReply, cannedReplies } from '@hikmah/contract/canned-replies'
import { MAX_REPLY_TITLE, replyFields } from '@hikmah/contract/communication/replies'
import { MAX_ANSWER } from '@hikmah/contract/communication/schemas'
import { foldText } from '@hikmah/contract/fold-text'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { read, useWrite } from '../kit/api/data.ts'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { confirm, Dialog, DialogActions } from '../kit/feedback/messages.tsx'
import { TextArea, TextField } from '../kit/field/TextField.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { NO_CHANGES } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import classes from './canned-replies.module.css'

const readReplies = read(cannedReplies.listCannedReplies, {})

interface Props {
  onInsert: (text: string) => void
  onClose: () => void
}

/** Search, arrows and Enter put a reply into the answer; staff keeps them here too. */
export function CannedReplies({ onInsert, onClose }: Props) {
  const [edited, setEdited] = useState<CannedReply | 'new'>()
  const isDirty = useRef(false)
  const back = () => setEdited(undefined)

  /** Escape and the cross leave the form for the list, and ask before they lose what was typed. */
  async function close() {
    if (!edited) return onClose()
    const isSure =
      !isDirty.current ||
      (await confirm({
        title: 'Leave this reply unsaved?',
        body: 'Your changes to this reply will be lost.',
        action: 'Leave',
        cancel: 'Stay',
      }))
    if (isSure) back()
  }

  return (
    <Dialog
      title={edited ? (edited === 'new' ? 'Add a reply' : 'Edit the reply') : 'Replies'}
      onClose={() => void close()}
      isGrowing
    >
      {edited ? (
        <ReplyForm
          reply={edited === 'new' ? undefined : edited}
          onDone={back}
          onBack={() => void close()}
          isDirty={isDirty}
        />
      ) : (
        <ReplyPicker onInsert={onInsert} onEdit={setEdited} />
      )}
    </Dialog>
  )
}

const matches = ({ title, text }: CannedReply, words: string) =>
  words.split(/\s+/).every((word) => foldText(`${title} ${text}`).includes(foldText(word)))

function ReplyPicker({ onInsert, onEdit }: Pick<Props, 'onInsert'> & { onEdit: (reply: CannedReply | 'new') => void }) {
  const id = useId()
  const replies = useQuery(readReplies)
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState(0)
  const found = replies.data?.data.filter((reply) => matches(reply, words.trim())) ?? []
  const current = found[Math.min(chosen, found.length - 1)]
  const idOf = (reply: CannedReply) => `${id}-${reply._id}`
  const currentId = current && idOf(current)

  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  function pressed(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setChosen(Math.max(0, Math.min(found.length - 1, chosen + step)))
    else if (event.key === 'Enter' && current) onInsert(current.text)
    else return
    event.preventDefault()
  }

  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        label="Search a reply"
        description="Enter puts the chosen one into the answer."
        leftSection={<Icon name="search" />}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={currentId}
        autoComplete="off"
        value={words}
        onChange={({ currentTarget }) => {
          setWords(currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={pressed}
      />
      {replies.error && <LoadFailure what="The replies" error={replies.error} onRetry={replies.refetch} />}
      {replies.isPending && <LoadingLines name="the replies" />}
      {replies.data && found.length === 0 && (
        <p className={classes.none}>
          {replies.data.data.length === 0 ? 'There are no replies yet.' : 'Nothing matches.'}
        </p>
      )}
      <div id={id} role="listbox" aria-label="Replies" className={classes.list}>
        {found.map((reply) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus, and arrows lead here
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the search field does the same
          <div
            key={reply._id}
            id={idOf(reply)}
            role="option"
            dir="auto"
            aria-selected={reply === current}
            className={classes.option}
            onClick={() => onInsert(reply.text)}
          >
            <b>{reply.title}</b>
            <small>{reply.text}</small>
          </div>
        ))}
      </div>
      <DialogActions>
        {current && (
          <Button variant="default" onClick={() => onEdit(current)}>
            Edit “{current.title}”
          </Button>
        )}
        <Button variant="default" onClick={() => onEdit('new')}>
          Add a reply
        </Button>
      </DialogActions>
    </>
  )
}

const FIELDS_HINT = `Filled in when it is used: ${Object.entries(replyFields)
  .map(([field, what]) => `{${field}} ${what}`)
  .join(', ')}`

interface FormProps {
  reply: CannedReply | undefined
  onDone: () => void
  onBack: () => void
  isDirty: RefObject<boolean>
}

function ReplyForm({ reply, onDone, onBack, isDirty }: FormProps) {
  const form = useForm({ initialValues: { title: reply?.title ?? '', text: reply?.text ?? '' } })
  useEffect(() => {
    isDirty.current = form.isDirty()
  })
  const outcome = { success: onDone }
  const add = useWrite(cannedReplies.addCannedReply, outcome)
  const edit = useWrite(cannedReplies.editCannedReply, outcome)
  const remove = useWrite(cannedReplies.deleteCannedReply, outcome)
  const params = { id: reply?._id ?? '' }
  const failure = add.error ?? edit.error ?? remove.error

  function save(body: typeof form.values) {
    const onError = ({ fields }: { fields: Record<string, string> }) => form.setErrors(fields)
    if (reply) edit.mutate({ params, body: { ...body, version: reply.version } }, { onError })
    else add.mutate({ body }, { onError })
  }
  async function askAndRemove() {
    const body = 'Nobody on the team can use it any more.'
    if (await confirm({ title: `Delete “${reply?.title}”?`, body, action: 'Delete reply' })) remove.mutate({ params })
  }

  return (
    <form className={classes.form} aria-label="Reply" noValidate onSubmit={form.onSubmit(save)}>
      <TextField label="Title" max={MAX_REPLY_TITLE} data-autofocus required {...form.getInputProps('title')} />
      <TextArea
        label="Text"
        max={MAX_ANSWER}
        minRows={6}
        required
        description={FIELDS_HINT}
        {...form.getInputProps('text')}
      />
      <FormAlert error={failure && !failure.isShownInFields && failure} />
      <DialogActions>
        {reply && (
          <Button variant="danger-outline" loading={remove.isPending} onClick={() => void askAndRemove()}>
            Delete
          </Button>
        )}
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <SubmitButton isQuiet loading={add.isPending || edit.isPending} reason={!form.isDirty() && NO_CHANGES}>
          Save reply
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
