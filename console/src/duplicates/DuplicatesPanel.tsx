import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { DuplicatesQuery, Organization } from '@hikmah/contract/organizations/schemas'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { read } from '../kit/api/data.ts'
import classes from './DuplicatesPanel.module.css'

// Most organizations have none.
const FoundDuplicates = lazy(() => import('./FoundDuplicates.tsx').then((it) => ({ default: it.FoundDuplicates })))

/** Long enough not to search at every letter. */
const TYPING_MS = 300

/** The signs of an organization on record, or as it stands in its form. */
export const duplicatesQuery = ({ _id, orgName, orgWebsite, phoneFax, orgAddress, taxIdStatus }: Organization) => ({
  ein: taxIdStatus.taxIdEin,
  phone: phoneFax.primaryPhone,
  webLink: orgWebsite,
  orgName,
  city: orgAddress.city,
  state: orgAddress.state,
  except: _id,
})

/** Cut to the allowed length: a field may hold more while typing. */
const short = ({ ein, phone, webLink, orgName, city, state, except }: DuplicatesQuery): DuplicatesQuery => ({
  ein: ein?.slice(0, 20),
  phone: phone?.slice(0, 40),
  webLink: webLink?.slice(0, 2048),
  orgName: orgName?.slice(0, 100),
  city: city?.slice(0, 50),
  state: state?.slice(0, 50),
  except,
})

/**
 * Possible duplicates of this organization, in a form or on record; nothing if there are none. In a form it goes below
 * the buttons: it appears late and would push them away.
 */
export function DuplicatesPanel(about: DuplicatesQuery) {
  const [asked] = useDebouncedValue(JSON.stringify(short(about)), TYPING_MS)
  const query: DuplicatesQuery = JSON.parse(asked)
  const { data, error } = useQuery({
    ...read(organizations.findDuplicates, { query }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const { organizations: found = [], groupExemption = null } = error ? {} : (data?.data ?? {})
  return (
    // Always there, so that what appears in it is read out.
    <div role="status">
      {error && <p className={classes.failed}>Could not check for duplicate organizations.</p>}
      {found.length > 0 && (
        <Suspense>
          <FoundDuplicates found={found} groupExemption={groupExemption} />
        </Suspense>
      )}
    </div>
  )
}
