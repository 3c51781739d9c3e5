import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { InviteOrganizationLink } from '../invites/InviteOrganizationLink.tsx'
import { useMay } from '../kit/api/data.ts'
import { Page } from '../kit/page/Page.tsx'
import { OrganizationsCount, OrganizationsPanel } from './OrganizationsPanel.tsx'

// Rarely needed, so it stays out of what the list loads.
const ImportLogos = lazy(() => import('./ImportLogos.tsx').then((it) => ({ default: it.ImportLogos })))

export function OrganizationList() {
  const search = useSearch({ from: '/console/admin-organization' })
  const [isImporting, setImporting] = useState(false)
  return (
    <Page
      title="Organization"
      count={<OrganizationsCount search={search} />}
      action={
        <>
          {useMay('organizations.update') && (
            <Button variant="default" onClick={() => setImporting(true)}>
              Import logos
            </Button>
          )}
          <InviteOrganizationLink />
        </>
      }
    >
      <OrganizationsPanel search={search} />
      {isImporting && (
        <Suspense>
          <ImportLogos onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </Page>
  )
}
