import { DEMO_DELETED, type DemoRequest, demoRequests } from '@hikmah/contract/demo-requests'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../kit/api/data.ts'
import { confirm } from '../kit/feedback/confirm.tsx'
import { notifyFailure, notifySuccess } from '../kit/feedback/notify.ts'
import { requesterName } from './DemoRequestBadges.tsx'

/** Asks, naming whose request it is, deletes it and goes back to the list, where it can be undone for a moment. */
export function useRemoveDemoRequest(request: DemoRequest) {
  const navigate = useNavigate()
  const input = { params: { id: request._id } }
  const name = requesterName(request)
  const failed = ({ message }: Error) => notifyFailure(message)
  const restore = useWrite(demoRequests.restoreDemoRequest, {
    success: () => notifySuccess('Demo request restored', name),
    error: failed,
  })
  const write = useWrite(demoRequests.deleteDemoRequest, {
    leave: () => navigate({ to: '/communication' }),
    success: (_, message) => {
      notifySuccess(message ?? DEMO_DELETED, name, { label: 'Undo', run: () => restore.mutate(input) })
    },
    error: failed,
  })

  async function remove() {
    const isSure = await confirm({
      title: `Delete the demo request from ${name}?`,
      body: 'It is removed from the list, along with its responses. You can undo this right afterwards.',
      action: 'Delete demo request',
    })
    if (isSure) write.mutate(input)
  }

  return { remove, isPending: write.isPending }
}
