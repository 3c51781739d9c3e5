import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { Drawer } from '@mantine/core'
import classes from './NavigationDrawer.module.css'
import { SideNavigation } from './SideNavigation.tsx'

/** The side navigation of small screens. It closes when it has led somewhere. */
export function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={280}
      withCloseButton={false}
      aria-label="Menu"
      classNames={{ body: classes.drawer, content: classes.drawer }}
    >
      <SideNavigation onChoose={onClose} />
    </Drawer>
  )
}
