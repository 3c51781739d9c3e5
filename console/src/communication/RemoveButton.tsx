import { Button } from '@mantine/core'
import { useMay } from '../kit/api/current-user.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'

/** Delete, with the reason where it is not allowed. */
export function RemoveButton({ what, isPending, onPress }: { what: string; isPending: boolean; onPress: () => void }) {
  if (!useMay('communication.delete')) {
    return (
      <SubmitButton type="button" variant="default" isQuiet reason={`Only owners and admins can delete ${what}`}>
        Delete
      </SubmitButton>
    )
  }
  return (
    <Button variant="danger-outline" loading={isPending} onClick={onPress}>
      Delete
    </Button>
  )
}
