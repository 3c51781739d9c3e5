import { applications } from '@hikmah/contract/applications/endpoints'
import { APPLICATION_RESTORED } from '@hikmah/contract/applications/schemas'
import { useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { RetryNote } from '../kit/row/RetryNote.tsx'
import { RowAction } from '../kit/row/RowActions.tsx'

/** Brings an archived application back, as the last of the list. */
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
