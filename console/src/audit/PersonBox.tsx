import { readEmail } from '@hikmah/contract/email-address'
import { type KeptOfPerson, people } from '@hikmah/contract/people'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type ApiError, download, saveAs } from '../kit/api/api.ts'
import { read, useWrite } from '../kit/api/data.ts'
import { Banner, FormAlert } from '../kit/feedback/FormAlert.tsx'
import { Dialog, DialogActions } from '../kit/feedback/messages.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { focusFirstError, useAction } from '../kit/form/action.ts'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import classes from './retention.module.css'

const isThere = ({ count }: KeptOfPerson) => count > 0
const canBeErased = ({ count, reason }: KeptOfPerson) => count > 0 && reason === ''
const countAll = (kept: KeptOfPerson[]) => kept.reduce((all, { count }) => all + count, 0)

/** Answers whoever writes "what do you hold of me, delete it". */
export function PersonBox() {
  const [typed, setTyped] = useState('')
  const [email, setEmail] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const [erased, setErased] = useState<number>()
  const found = useQuery({
    ...read(people.readPerson, { query: { email } }),
    enabled: email !== '',
    gcTime: 0,
  })

  function lookUp(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setErased(undefined)
    const wanted = typed.trim()
    setEmpty(wanted === '')
    if (wanted === '') focusFirstError(event)
    else if (wanted === email) void found.refetch()
    else setEmail(wanted)
  }

  return (
    <section aria-label="What is kept about a person" className={classes.person}>
      <SectionHead title="What is kept about a person" />
      <p className={classes.about}>
        Use this when someone asks what you hold about them, or asks you to delete it. It finds records by email
        address, except in events of the payment provider.
      </p>
      <form className={classes.lookUp} noValidate onSubmit={lookUp}>
        <TextField
          label="Email"
          type="email"
          value={typed}
          error={isEmpty ? 'Enter an email address' : email !== '' && found.error?.fields.email}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setEmpty(false)
          }}
        />
        <Button type="submit" loading={found.isFetching}>
          Look up
        </Button>
      </form>
      {email !== '' && !found.error?.fields.email && <FormAlert error={found.error} />}
      {found.isLoading && <LoadingLines name="what is kept" lines={3} />}
      {erased !== undefined && <Banner tone="success" text={`Erased for good: ${plural(erased, 'record')}.`} />}
      {found.data && <Kept key={email} email={email} kept={found.data.data.filter(isThere)} onErased={setErased} />}
    </section>
  )
}

interface KeptProps {
  email: string
  kept: KeptOfPerson[]
  onErased: (count: number) => void
}

function Kept({ email, kept, onErased }: KeptProps) {
  const [isErasing, setErasing] = useState(false)
  const save = useAction(async () => saveAs(await download(people.exportPerson, { query: { email } }), 'person.json'))
  const erasable = kept.filter(canBeErased)
  const erase = useWrite(people.erasePerson, {
    success: (before) => {
      setErasing(false)
      onErased(countAll(before.filter(canBeErased)))
    },
  })
  return (
    <>
      <p role="status" className={classes.about}>
        {kept.length === 0
          ? `Nothing is kept about ${email}.`
          : `${plural(countAll(kept), 'record')} about ${email}, of which ${countAll(erasable)} can be erased.`}
      </p>
      {kept.length > 0 && (
        <>
          <table className={classes.kept} aria-label={`What is kept about ${email}`}>
            <thead>
              <tr>
                <th scope="col">Data</th>
                <th scope="col">Records</th>
                <th scope="col">Can be erased</th>
              </tr>
            </thead>
            <tbody>
              {kept.map(({ data, count, reason }) => (
                <tr key={data}>
                  <th scope="row">{data}</th>
                  <td>{count.toLocaleString('en-US')}</td>
                  <td>{reason === '' ? 'Yes' : `No. ${reason}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className={classes.personActs}>
            <Button
              variant="default"
              leftSection={<Icon name="download" size={14} />}
              loading={save.isRunning}
              onClick={() => void save.run(undefined)}
            >
              Download
            </Button>
            <GuardedButton
              variant={erasable.length > 0 ? 'danger-outline' : 'default'}
              reason={erasable.length === 0 && 'None of this can be erased'}
              onClick={() => setErasing(true)}
            >
              Erase…
            </GuardedButton>
          </div>
          <FormAlert error={save.error} />
        </>
      )}
      {isErasing && (
        <EraseDialog
          email={email}
          count={countAll(erasable)}
          isRunning={erase.isPending}
          error={erase.error}
          onClose={() => setErasing(false)}
          onErase={() => erase.mutate({ body: { email } })}
        />
      )}
    </>
  )
}

interface EraseProps {
  email: string
  count: number
  isRunning: boolean
  error: ApiError | null
  onClose: () => void
  onErase: () => void
}

function EraseDialog({ email, count, isRunning, error, onClose, onErase }: EraseProps) {
  const [typed, setTyped] = useState('')
  const [isOther, setOther] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (readEmail(typed) === readEmail(email)) return onErase()
    setOther(true)
    focusFirstError(event)
  }

  return (
    <Dialog title="Erase what is kept about a person?" onClose={onClose}>
      <form noValidate aria-label="Erase" onSubmit={submit}>
        <p>
          {plural(count, 'record')} about <bdi>{email}</bdi> will be removed for good. This cannot be undone. The audit
          trail keeps that it was done, without the address.
        </p>
        <TextField
          label="Type the email again"
          type="email"
          data-autofocus
          mt={16}
          value={typed}
          error={isOther && 'This is not the email above'}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setOther(false)
          }}
        />
        <FormAlert error={error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" loading={isRunning}>
            Erase for good
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
