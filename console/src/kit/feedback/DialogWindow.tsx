import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { useIsNarrow } from '../display/viewport.ts'
import { breakable } from '../format/breakable.tsx'
import { Icon } from '../icons/icons.tsx'
import classes from './dialog.module.css'
import type { DialogProps } from './messages.tsx'

export function DialogWindow({ title, onClose, children, isGrowing = false, isWhole = false, ...props }: DialogProps) {
  const isNarrow = useIsNarrow()
  return (
    <Modal.Root
      {...props}
      opened
      centered={!isGrowing}
      yOffset={isGrowing ? 80 : undefined}
      fullScreen={isGrowing && isNarrow}
      radius="lg"
      // Mantine's lock injects a style element, which the content policy refuses; base.css stops the page from scrolling instead.
      lockScroll={false}
      transitionProps={{ duration: 120 }}
      onClose={() => onClose?.()}
      closeOnEscape={onClose !== undefined}
      closeOnClickOutside={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* Mantine's own head is a header element, which here would be a second banner of the page. */}
        <div className={isWhole ? 'spoken' : classes.head}>
          <Modal.Title>{breakable(title)}</Modal.Title>
          {onClose && !isWhole && <Modal.CloseButton aria-label="Close" icon={<Icon name="cross" />} />}
        </div>
        <Modal.Body p={isWhole ? 0 : undefined}>{breakable(children)}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
