import { contactInquiries, INQUIRY_DELETED, type InquiryRow } from '@hikmah/contract/contact-inquiries'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../kit/api/data.ts'
import { confirm } from '../kit/feedback/confirm.tsx'
import { notifyFailure, notifySuccess } from '../kit/feedback/notify.ts'

/** Asks, naming whose inquiry it is, deletes it and goes back to the list, where it can be undone for a moment. */
export function useRemoveInquiry({ _id, name }: InquiryRow) {
  const navigate = useNavigate()
  const input = { params: { id: _id } }
  const failed = ({ message }: Error) => notifyFailure(message)
  const restore = useWrite(contactInquiries.restoreInquiry, {
    success: () => notifySuccess('Inquiry restored', name),
    error: failed,
  })
  const write = useWrite(contactInquiries.deleteInquiry, {
    leave: () => navigate({ to: '/communication/contact-us' }),
    success: (_, message) => {
      notifySuccess(message ?? INQUIRY_DELETED, name, { label: 'Undo', run: () => restore.mutate(input) })
    },
    error: failed,
  })

  async function remove() {
    const isSure = await confirm({
      title: `Delete the inquiry from ${name}?`,
      body: 'It is removed from the list, along with its responses. You can undo this right afterwards.',
      action: 'Delete inquiry',
    })
    if (isSure) write.mutate(input)
  }

  return { remove, isPending: write.isPending }
}
