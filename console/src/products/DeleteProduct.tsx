import { applications } from '@hikmah/contract/applications/calls'
import type { ApplicationUsage } from '@hikmah/contract/applications/schemas'
import { integrations } from '@hikmah/contract/integrations/calls'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read, useWrite } from '../kit/api/data.ts'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { DialogActions } from '../kit/feedback/DialogActions.tsx'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { plural } from '../kit/format/texts.ts'
import { RetryNote } from '../kit/row/RetryNote.tsx'
import type { ProductKind } from './product-kinds.ts'

interface Props {
  one: ProductKind
  product: { _id: string; name: string }
  onClose: () => void
}

/** Asks in the customer's words, and says what the deletion affects. */
export function DeleteProduct({ one, product: { _id, name }, onClose }: Props) {
  const isApplication = one === 'application'
  const usage = useQuery({
    ...read(applications.readApplicationUsage, { params: { id: _id } }),
    enabled: isApplication,
  })
  const remove = useWrite(isApplication ? applications.deleteApplication : integrations.deleteIntegration, {
    success: (_, message) => {
      onClose()
      notifySuccess(message ?? '', name)
    },
    // The customer wants such a failure only in the log; a quiet line reports it in place.
    error: (failure) => console.error(`${name} could not be deleted`, failure),
  })
  const run = () => remove.mutate({ params: { id: _id } })

  return (
    <Dialog title={`Are you sure you want to delete this ${one}?`} onClose={onClose}>
      <p>
        <b>{name}</b>{' '}
        {isApplication
          ? touched(usage.data?.data)
          : 'is removed from the catalogue for everyone and cannot be restored.'}
      </p>
      {usage.error && <RetryNote text="What uses it could not be loaded." onRetry={usage.refetch} />}
      {remove.error && <RetryNote text={`${name} was not deleted.`} onRetry={run} />}
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" loading={remove.isPending} onClick={run}>
          Confirm
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** At most this many are named; beyond that only the number. */
const NAMED = 3

function touched(usage: ApplicationUsage | undefined): string {
  if (!usage) return 'is removed from the catalogue for everyone.'
  const { organizations, integrations: compatible, isArchived } = usage
  if (!isArchived)
    return 'is removed from the catalogue for everyone. Nobody uses it: it is deleted and cannot be restored.'
  const names = compatible.slice(0, NAMED).map(({ name }) => name)
  const more = compatible.length > NAMED ? ['others'] : []
  const users = [
    organizations > 0 && plural(organizations, 'organization'),
    compatible.length > 0 && `${plural(compatible.length, 'integration')} (${[...names, ...more].join(', ')})`,
  ].filter((it) => it !== false)
  const use = organizations + compatible.length === 1 ? 'uses' : 'use'
  return `is removed from the catalogue for everyone. ${users.join(' and ')} ${use} it, so it is archived and can be restored.`
}
