import type { Preferences } from '@hikmah/contract/profile/schemas'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Icon } from '../kit/icons/icons.tsx'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { Page } from '../kit/page/Page.tsx'
import { PageTabs } from '../kit/page/PageTabs.tsx'
import { PreferencesForm } from './PreferencesForm.tsx'
import { ProfileFacts } from './ProfileFacts.tsx'

const route = getRouteApi('/console/admin-profile')

// The customer's words; the capital letter is the tabs' own.
const tabs = [
  { value: '0', label: 'Profile' },
  { value: '1', label: 'preferences' },
]

/** /admin-profile: the signed-in person. */
export function AdminProfile() {
  const { tab = 0 } = route.useSearch()
  const navigate = route.useNavigate()
  // Kept here, so that switching tabs loses nothing.
  const [chosen, setChosen] = useState<Partial<Preferences>>({})
  return (
    <Page
      title="My profile"
      action={
        <ButtonLink role="button" variant="default" to="/edit-profile">
          <Icon name="edit" />
          &nbsp;Edit
        </ButtonLink>
      }
    >
      <PageTabs
        label="Profile"
        tabs={tabs}
        value={String(tab)}
        onChange={(to) => void navigate({ search: { tab: to === '1' ? 1 : 0 }, resetScroll: false })}
      >
        {tab === 1 ? <PreferencesForm chosen={chosen} onChoose={setChosen} /> : <ProfileFacts />}
      </PageTabs>
    </Page>
  )
}
