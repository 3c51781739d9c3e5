import { type Media, media } from '@hikmah/contract/media'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { currentOf } from '../kit/api/api.ts'
import { read, useWrite } from '../kit/api/data.ts'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { DialogActions } from '../kit/feedback/DialogActions.tsx'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { FormAlert } from '../kit/form/FormAlert.tsx'
import { UsedBy } from './UsedBy.tsx'

/** Asks before an image is deleted, or lists the uses that prevent it. */
export function DeleteImage({ image: { _id, imageName }, onClose }: { image: Media; onClose: () => void }) {
  const remove = useWrite(media.deleteMedia, {
    success: () => {
      notifySuccess('Image deleted', imageName)
      onClose()
    },
  })
  const input = { params: { id: _id } }
  const usage = useQuery(read(media.readMediaUsage, input))
  const users = currentOf(media.deleteMedia, remove.error) ?? usage.data?.data ?? []
  const isUsed = users.length > 0
  return (
    <Dialog title={isUsed ? `“${imageName}” is in use` : `Delete “${imageName}”?`} onClose={onClose}>
      {isUsed ? (
        <>
          <p>It cannot be deleted. Give these another image first:</p>
          <UsedBy users={users} />
        </>
      ) : (
        <>
          It will be permanently removed from the library.
          <FormAlert error={remove.error} />
        </>
      )}
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          {isUsed ? 'OK' : 'Cancel'}
        </Button>
        {!isUsed && (
          <Button variant="danger" loading={usage.isLoading || remove.isPending} onClick={() => remove.mutate(input)}>
            Delete image
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
