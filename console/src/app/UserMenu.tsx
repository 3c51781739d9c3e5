import { roleLabels } from '@hikmah/contract/permissions'
import { UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCurrentUser } from '../kit/api/current-user.ts'
import { Avatar } from '../kit/display/Avatar.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { showExactDates, useExactDates } from '../kit/format/exact-dates.ts'
import { fullName } from '../kit/format/texts.ts'
import { Menu, MenuItem, MenuLine, MenuLink } from '../kit/popup/Menu.tsx'
import { signOutAfterAsking } from '../sign-in/sign-out.ts'
import classes from './header.module.css'

export function UserMenu() {
  const isExact = useExactDates()
  const navigate = useNavigate()
  const me = useCurrentUser()
  const { userName, role, imageDetails } = me
  const name = fullName(me)
  const roleLabel = role[0] && roleLabels[role[0].roles]
  return (
    <Menu
      name="Account"
      label={
        <>
          {name}, {roleLabel}
          <br />
          {breakable(userName)}
        </>
      }
      button={(props) => (
        <UnstyledButton {...props} className={classes.user}>
          <span>
            {name} <small>{roleLabel}</small>
          </span>
          <Avatar name={name} image={imageDetails.image} />
        </UnstyledButton>
      )}
    >
      <MenuLink to="/admin-profile" icon="person">
        Profile
      </MenuLink>
      <MenuLink to="/sessions" icon="device">
        My sessions
      </MenuLink>
      <MenuItem icon="clock" onClick={() => showExactDates(!isExact)}>
        {isExact ? 'Show short dates' : 'Show exact dates'}
      </MenuItem>
      <MenuLine />
      <MenuItem icon="leave" onClick={() => void signOutAfterAsking(() => navigate({ to: '/dashboard' }))}>
        Logout
      </MenuItem>
    </Menu>
  )
}
