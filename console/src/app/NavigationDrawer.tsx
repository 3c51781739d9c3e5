import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { Drawer } from '@mantine/core'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './SideNavigation.module.css'
import { SideNavigation } from './SideNavigation.tsx'

interface Props {
  isOpen: boolean
  onChoose: () => void
  onDismiss: () => void
}

export function NavigationDrawer({ isOpen, onChoose, onDismiss }: Props) {
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onDismiss}
      classNames={{ content: classes.content, body: classes.body }}
      size={280}
      // It injects a style element, which the policy refuses; base.css stops the page from scrolling instead.
      lockScroll={false}
      transitionProps={{ duration: 120 }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <Drawer.Body>
          <SideNavigation onChoose={onChoose} />
          <Drawer.CloseButton className={classes.close} aria-label="Close" icon={<Icon name="cross" />} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
