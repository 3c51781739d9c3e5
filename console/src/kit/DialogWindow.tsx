import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import type { DialogProps } from './Dialog.tsx'
import { Icon } from './icons.tsx'

export function DialogWindow({ onClose, children, ...props }: DialogProps) {
  return (
    <Modal
      {...props}
      opened
      onClose={() => onClose?.()}
      withCloseButton={onClose !== undefined}
      closeOnEscape={onClose !== undefined}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close', icon: <Icon name="cross" /> }}
    >
      {children}
    </Modal>
  )
}
