import { media } from '@hikmah/contract/media/calls'
import type { Media } from '@hikmah/contract/media/schemas'
import { Button } from '@mantine/core'
import { currentOf } from '../kit/api/api.ts'
import { useWrite } from '../kit/api/data.ts'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { DialogActions } from '../kit/feedback/DialogActions.tsx'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { FormAlert } from '../kit/form/FormAlert.tsx'
import { UsedBy } from './UsedBy.tsx'

/** Asks before an image is deleted, and lists its uses if they prevent it. */
export function DeleteImage({ image: { _id, imageName }, onClose }: { image: Media; onClose: () => void }) {
  const remove = useWrite(media.deleteMedia, {
    success: () => {
      notifySuccess('Image deleted', imageName)
      onClose()
    },
  })
  const users = currentOf(media.deleteMedia, remove.error)
  if (users) {
    return (
      <Dialog title={`“${imageName}” is in use`} onClose={onClose}>
        <p>It was not deleted. Give these another image first:</p>
        <UsedBy users={users} />
        <DialogActions>
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog title={`Delete “${imageName}”?`} onClose={onClose}>
      It will be permanently removed from the library.
      <FormAlert error={remove.error} />
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" loading={remove.isPending} onClick={() => remove.mutate({ params: { id: _id } })}>
          Delete image
        </Button>
      </DialogActions>
    </Dialog>
  )
}
