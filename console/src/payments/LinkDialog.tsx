import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { DialogActions } from '../kit/feedback/DialogActions.tsx'
import { FormAlert } from '../kit/form/FormAlert.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { OrganizationPicker, type Picked } from '../organizations/OrganizationPicker.tsx'
import classes from './payments.module.css'

interface Props {
  /** Who or what is linked. */
  name: string
  /** What is known of it, and the effect of linking it. */
  children: ReactNode
  /** The organization with the same e-mail, if there is exactly one. */
  suggestion: Picked | null
  /** The part of the `useWrite` result that is shown. */
  link: { isPending: boolean; error: Error | null }
  onLink: (organization: Picked) => void
  onClose: () => void
}

/** Whose it is. */
export function LinkDialog({ name, children, suggestion, link, onLink, onClose }: Props) {
  const [organization, setOrganization] = useState<Picked | undefined>(suggestion ?? undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (organization) onLink(organization)
  }

  return (
    <Dialog title={`Link ${name}`} onClose={onClose}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <p>{children}</p>
        <OrganizationPicker value={organization} onChange={setOrganization} />
        <FormAlert error={link.error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton isQuiet loading={link.isPending} reason={!organization && 'Choose an organization first'}>
            Link
          </SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
