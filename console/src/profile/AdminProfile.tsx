import {
  type NoticeChoice,
  noticeChoices,
  noticeTopicLabels,
  noticeTopics,
  type Preferences,
  profile,
} from '@hikmah/contract/profile/endpoints'
import { Anchor, Radio } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { read, useCurrentUser, useWrite } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { Avatar } from '../kit/display/Pictures.tsx'
import { fullName, NO_CHANGES, phoneText } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { ButtonLink, LinkTo, Page } from '../kit/page/Page.tsx'
import { PageTabs } from '../kit/page/PageTabs.tsx'
import { StaffRoleBadge } from '../staff/StaffRoleBadge.tsx'
import classes from './profile.module.css'
import '@mantine/core/styles/Radio.layer.css'
import { useQuery } from '@tanstack/react-query'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'

const route = getRouteApi('/console/admin-profile')

// The customer's words; the capital letter is the tabs' own.
const tabs = [
  { value: '0', label: 'Profile' },
  { value: '1', label: 'preferences' },
]

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

function ProfileFacts() {
  const me = useCurrentUser()
  const { userName, role, phoneNo, address, imageDetails } = me
  const name = fullName(me)
  const { line1, line2, city, state, postalCode, country } = address
  const place = [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean)
  const lines = [line1, line2, place.join(', '), country].filter(Boolean)
  return (
    <section aria-label="Profile" className={classes.profile}>
      <div className={classes.head}>
        <Avatar large name={name} image={imageDetails.image} />
        <div>
          <h2>{name}</h2>
          {role[0] && <StaffRoleBadge staffRole={role[0].roles} />}
        </div>
      </div>
      <Facts
        columns={1}
        facts={[
          ['Full name', name],
          ['Email', userName],
          ['Phone', phoneNo && phoneText(phoneNo)],
          [
            'Address',
            lines.length > 0 && (
              <span key="address" className={classes.lines}>
                {lines.join('\n')}
              </span>
            ),
          ],
          [
            'Password',
            <span key="password" className={classes.aside}>
              <span role="img" aria-label="Hidden">
                ••••••••
              </span>
              {/* A separate page outside of the console, so the browser navigates there. */}
              <Anchor href="/change-password">Change password</Anchor>
            </span>,
          ],
          [
            'Sessions',
            <LinkTo key="sessions" to="/sessions">
              My sessions
            </LinkTo>,
          ],
        ]}
      />
    </section>
  )
}

const choiceLabels: Record<NoticeChoice, string> = { each: 'Right away', daily: 'Daily digest', off: 'Off' }

interface Props {
  chosen: Partial<Preferences>
  onChoose: (chosen: Partial<Preferences>) => void
}

function PreferencesForm({ chosen, onChoose }: Props) {
  const { data, error, refetch } = useQuery(read(profile.readPreferences, {}))
  const sent = useRef(chosen)
  const save = useWrite(profile.updatePreferences, {
    success: () => {
      // Choices made after sending wait for the next save.
      const later = noticeTopics.filter((topic) => chosen[topic] !== sent.current[topic])
      onChoose(Object.fromEntries(later.map((topic) => [topic, chosen[topic]])))
      notifySuccess('Preferences saved')
    },
  })
  if (error && !data) return <LoadFailure what="The preferences" error={error} onRetry={refetch} />
  if (!data) return <LoadingLines name="preferences" />

  const savedChoices = data.data
  const isChanged = noticeTopics.some((topic) => chosen[topic] !== undefined && chosen[topic] !== savedChoices[topic])
  return (
    <Form
      label="Email preferences"
      onSubmit={() => {
        if (!isChanged) return
        sent.current = chosen
        save.mutate({ body: chosen })
      }}
    >
      <p className={classes.lead}>
        What we email you about. The daily digest arrives after 6:00 AM where you last signed in.
      </p>
      <div>
        {noticeTopics.map((topic) => (
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML lets a fieldset be a radio group
          <fieldset key={topic} role="radiogroup" className={classes.topic}>
            <legend>{noticeTopicLabels[topic]}</legend>
            {noticeChoices.map((choice) => (
              <Radio
                key={choice}
                name={topic}
                value={choice}
                label={choiceLabels[choice]}
                checked={(chosen[topic] ?? savedChoices[topic]) === choice}
                onChange={() => onChoose({ ...chosen, [topic]: choice })}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <FormActions failure={save.error}>
        <SubmitButton loading={save.isPending} reason={!isChanged && NO_CHANGES}>
          Save
        </SubmitButton>
      </FormActions>
    </Form>
  )
}
