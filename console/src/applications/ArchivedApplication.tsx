import { applications } from '@hikmah/contract/applications/endpoints'
import { APPLICATION_RESTORED, type Application } from '@hikmah/contract/applications/schemas'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { FormAlert } from '../kit/form/FormAlert.tsx'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { Page } from '../kit/page/Page.tsx'
import { ARCHIVED } from './words.ts'

/** In the place of its form: nothing of it can be changed until it is restored. */
export function ArchivedApplication({ application, trail }: { application: Application; trail: ReactNode[] }) {
  const { _id, displayName } = application
  const mayRestore = useMay('products.price')
  const restore = useWrite(applications.restoreApplication, {
    success: (_, message) => notifySuccess(message ?? APPLICATION_RESTORED, displayName),
  })
  return (
    <Page title={displayName} trail={trail}>
      <EmptyState
        title={ARCHIVED}
        text={mayRestore ? 'Restore it to change it.' : 'Only owners and admins can restore it.'}
        action={
          mayRestore && (
            <Button loading={restore.isPending} onClick={() => restore.mutate({ params: { id: _id } })}>
              Restore
            </Button>
          )
        }
      />
      <FormAlert error={restore.error} />
    </Page>
  )
}
