import { ENTER_CODE, INVALID_EMAIL } from '@hikmah/contract/words'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { useAction } from '../kit/form/action.ts'
import classes from './invite.module.css'

/** Code and e-mail belong together; neither is of use alone. */
export interface Invitation {
  code: string
  email: string
}

/**
 * The values from the link in the e-mail. It is removed from the address, so that it shows neither in the browser
 * history nor in screenshots; a reload still has it.
 */
function takeInvitation(): Invitation {
  const search = new URLSearchParams(location.search)
  const invitation = { code: search.get('code') ?? '', email: search.get('email') ?? '' }
  if (!invitation.code) return { ...invitation, ...history.state }
  history.replaceState(invitation, '', location.pathname)
  return invitation
}

const linked = takeInvitation()
const CODE = /^\d{6}$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

interface Props<Found> {
  find: (invitation: Invitation) => Promise<Found>
  onFound: (invitation: Invitation, found: Found) => void
}

/** Code and e-mail of the invite. If the link in the e-mail provides them, it is looked up at once. */
export function FindInviteForm<Found>({ find, onFound }: Props<Found>) {
  const [code, setCode] = useState(linked.code)
  const [email, setEmail] = useState(linked.email)
  const [isTried, setTried] = useState(false)
  const invitation = { code: code.trim(), email: email.trim() }
  const lookup = useAction(
    () => find(invitation),
    (found) => onFound(invitation, found),
  )

  const wrongCode = CODE.test(invitation.code) ? undefined : ENTER_CODE
  const wrongEmail = EMAIL.test(invitation.email) ? undefined : INVALID_EMAIL

  const lookUp = useEffectEvent(() => {
    if (!wrongCode && !wrongEmail) void lookup.run(undefined)
  })
  useEffect(() => lookUp(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    lookUp()
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {lookup.error && <Banner tone="danger" text={lookup.error.message.trim()} onDismiss={lookup.clear} />}
      <TextInput
        label="Invite code"
        // The only task on this page.
        autoFocus
        description="Six digits, in the e-mail you received"
        name="code"
        inputMode="numeric"
        autoComplete="off"
        size="md"
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={fieldError(isTried && wrongCode)}
      />
      <TextInput
        label="E-mail address"
        description="The one the invite was sent to"
        type="email"
        name="email"
        autoComplete="email"
        size="md"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={fieldError(isTried && wrongEmail)}
      />
      <Button type="submit" size="lg" fullWidth loading={lookup.isRunning}>
        Find invite
      </Button>
    </form>
  )
}
