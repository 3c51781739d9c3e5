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
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      size={280}
      // It injects a style element, which the policy refuses; base.css stops the page from scrolling instead.
      lockScroll={false}
      transitionProps={{ duration: 120 }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu" className={classes.drawer}>
        <Drawer.Body className={classes.drawer}>
          <SideNavigation onChoose={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
