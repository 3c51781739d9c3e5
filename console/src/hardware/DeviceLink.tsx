import type { ReactNode } from 'react'
import { LinkTo } from '../kit/page/Page.tsx'

export const PLACE_HINT = 'Where it stands, for example “Main prayer hall”'

export const HardwareLink = ({ children = 'Hardware/Devices' }: { children?: ReactNode }) => (
  <LinkTo to="/hardware">{children}</LinkTo>
)

export const hardwareTrail = [<HardwareLink key="all" />]
export const hardwareWayBack = <HardwareLink>Go to the hardware</HardwareLink>

export const DeviceLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <LinkTo to="/hardware-details/$id" params={{ id }}>
    {children}
  </LinkTo>
)

export const AssignedHardwareLink = ({ orgId, children = 'Hardware' }: { orgId: string; children?: ReactNode }) => (
  <LinkTo to="/assign-hardware/$id" params={{ id: orgId }}>
    {children}
  </LinkTo>
)

/** What the name of a device is called where it is assigned. */
export const INSTALL_LABEL = 'Install label'
