import { roleLabels } from '@hikmah/contract/permissions'
import { Menu, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCurrentUser } from '../kit/api/current-user.ts'
import { Avatar } from '../kit/display/Avatar.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { signOut } from '../sign-in/sign-out.ts'
import classes from './header.module.css'

export function UserMenu() {
  const { name, userName, role, imageDetails } = useCurrentUser()
  const fullName = `${name.firstName} ${name.lastName}`.trim() || userName
  const roleLabel = role[0] && roleLabels[role[0].roles]
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <span>
            {fullName} <small>{roleLabel}</small>
          </span>
          <Avatar name={fullName} image={imageDetails.image} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {fullName}, {roleLabel}
          <br />
          {userName}
        </Menu.Label>
        <Menu.Item component={Link} to="/admin-profile" data-autofocus leftSection={<Icon name="person" />}>
          Profile
        </Menu.Item>
        <Menu.Item component={Link} to="/sessions" leftSection={<Icon name="device" />}>
          My sessions
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="leave" />} onClick={() => void signOut()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
