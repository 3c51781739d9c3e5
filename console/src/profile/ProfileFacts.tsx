import { Anchor } from '@mantine/core'
import { useCurrentUser } from '../kit/api/current-user.ts'
import { Avatar } from '../kit/display/Avatar.tsx'
import { Facts } from '../kit/display/Facts.tsx'
import { fullName, phoneText } from '../kit/format/texts.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { StaffRoleBadge } from '../staff/StaffRoleBadge.tsx'
import classes from './profile.module.css'

/** Shown in place of any password. */
const EIGHT_DOTS = '••••••••'

/** The facts of the signed-in person. */
export function ProfileFacts() {
  const me = useCurrentUser()
  const { userName, role, phoneNo, address, imageDetails } = me
  const name = fullName(me)
  const first = role[0]?.roles
  const { line1, line2, city, state, postalCode, country } = address
  const place = [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean)
  const lines = [line1, line2, place.join(', '), country].filter(Boolean)
  return (
    <section aria-label="Profile">
      <div className={classes.head}>
        <Avatar large name={name} image={imageDetails.image} />
        <div>
          <h2>{name}</h2>
          {first && <StaffRoleBadge staffRole={first} />}
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
            lines.length > 0 ? (
              <span key="address" className={classes.lines}>
                {lines.join('\n')}
              </span>
            ) : (
              ''
            ),
          ],
          [
            'Password',
            <span key="password" className={classes.aside}>
              <span role="img" aria-label="Hidden">
                {EIGHT_DOTS}
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
