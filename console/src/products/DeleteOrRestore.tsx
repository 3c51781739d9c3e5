import { APPLICATION_RESTORED, type ApplicationUsage, applications } from '@hikmah/contract/applications'
import { type IntegrationUsage, integrations } from '@hikmah/contract/integrations'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read, useWrite } from '../kit/api/data.ts'
import { Dialog, DialogActions, notifySuccess } from '../kit/feedback/messages.tsx'
import { plural } from '../kit/format/texts.ts'
import { RetryNote } from '../kit/page/ListStates.tsx'
import { RowAction } from '../kit/row/RowActions.tsx'
import type { ProductKind } from './product-kinds.ts'

interface Props {
  kind: ProductKind
  product: { _id: string; name: string }
  onClose: () => void
}

/** Asks in the customer's words, and says what the deletion affects. */
export function DeleteProduct({ kind, product: { _id, name }, onClose }: Props) {
  const isApplication = kind === 'application'
  const input = { params: { id: _id } }
  const application = useQuery({ ...read(applications.readApplicationUsage, input), enabled: isApplication })
  const integration = useQuery({ ...read(integrations.readIntegrationUsage, input), enabled: !isApplication })
  const usage = isApplication ? application : integration
  const remove = useWrite(isApplication ? applications.deleteApplication : integrations.deleteIntegration, {
    success: (_, message) => {
      onClose()
      notifySuccess(message ?? '', name)
    },
    // The customer wants such a failure only in the log; a quiet line reports it in place.
    error: (failure) => console.error(`${name} could not be deleted`, failure),
  })
  const run = () => remove.mutate(input)

  return (
    <Dialog title={`Are you sure you want to delete this ${kind}?`} onClose={onClose}>
      <p>
        <strong>{name}</strong> {isApplication ? whoUsesIt(application.data?.data) : whoKeepsIt(integration.data?.data)}
      </p>
      {usage.error && !remove.error && <RetryNote text="What uses it could not be loaded." onRetry={usage.refetch} />}
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

const GONE = 'is removed from the catalogue for everyone'

/** At most this many are named; beyond that only the number. */
const NAMED = 3

function whoUsesIt(usage: ApplicationUsage | undefined): string {
  if (!usage) return `${GONE}.`
  const { organizations, subscriptions, integrations: compatible, isArchived } = usage
  if (!isArchived) return `${GONE}. Nobody uses it: it is deleted and cannot be restored.`
  const names = compatible.slice(0, NAMED).map(({ name }) => name)
  const more = compatible.length > NAMED ? ['others'] : []
  const users = [
    organizations > 0 && plural(organizations, 'organization'),
    subscriptions > 0 && plural(subscriptions, 'active subscription'),
    compatible.length > 0 && `${plural(compatible.length, 'integration')} (${[...names, ...more].join(', ')})`,
  ].filter((it) => it !== false)
  if (users.length === 0) return `${GONE}. It was subscribed to, so it is archived and can be restored.`
  const use = organizations + subscriptions + compatible.length === 1 ? 'uses' : 'use'
  const all = [users.slice(0, -1).join(', '), users.at(-1)].filter(Boolean).join(' and ')
  return `${GONE}. ${all} ${use} it, so it is archived and can be restored.`
}

/** Who subscribes to an integration keeps it on the plan. */
function whoKeepsIt(usage: IntegrationUsage | undefined): string {
  const gone = `${GONE} and cannot be restored.`
  if (!usage || usage.subscriptions === 0) return gone
  const { organizations, subscriptions } = usage
  const who = organizations > 0 ? plural(organizations, 'organization') : plural(subscriptions, 'subscription')
  return `${gone} ${who} ${(organizations || subscriptions) === 1 ? 'keeps' : 'keep'} it on the plan until the plan ends.`
}

export function RestoreApplication({ application: { _id, name } }: { application: { _id: string; name: string } }) {
  const restore = useWrite(applications.restoreApplication, {
    success: (_, message) => notifySuccess(message ?? APPLICATION_RESTORED, name),
    error: (failure) => console.error(`${name} could not be restored`, failure),
  })
  const run = () => restore.mutate({ params: { id: _id } })
  if (restore.error) return <RetryNote text="Not restored." onRetry={run} />
  return (
    <RowAction aria-label={`Restore ${name}`} isBusy={restore.isPending} onClick={run}>
      Restore
    </RowAction>
  )
}
