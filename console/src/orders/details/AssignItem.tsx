import type { Order, OrderItem } from '@hikmah/contract/orders/schemas'
import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useMay } from '../../kit/api/current-user.ts'
import { SubmitButton } from '../../kit/form/SubmitButton.tsx'
import { isAssigned, itemName, MAY_NOT_MANAGE } from '../order-words.ts'
import { AssigneeList } from './AssigneeList.tsx'
import classes from './AssignItem.module.css'

const HEIGHT = 320
/** With less room below the button it opens above. */
const ENOUGH = 200
const WIDTH = 280

/**
 * ASSIGN, with a list to search under it. The browser opens and closes it, and gives the focus back to the button.
 */
export function AssignItem({ order, item }: { order: Order; item: OrderItem }) {
  const mayManage = useMay('orders.manage')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const variant = isAssigned(item) ? 'subtle' : 'default'
  const why = mayManage ? order.lockedBecause : MAY_NOT_MANAGE
  const label = `ASSIGN ${itemName(item)}`

  useEffect(() => {
    if (!isOpen) return
    // It is placed where the button was.
    const hide = ({ target }: Event) => {
      if (!(target instanceof Node && list.current?.contains(target))) list.current?.hidePopover()
    }
    addEventListener('scroll', hide, { capture: true })
    return () => removeEventListener('scroll', hide, { capture: true })
  }, [isOpen])

  function place() {
    const at = document.querySelector(`[popovertarget="${id}"]`)?.getBoundingClientRect()
    if (!list.current || !at) return
    const room = innerHeight - at.bottom - 12
    const isBelow = room > ENOUGH || room > at.top
    list.current.style.maxHeight = `${Math.min(HEIGHT, isBelow ? room : at.top - 12)}px`
    list.current.style.top = isBelow ? `${at.bottom + 4}px` : 'auto'
    list.current.style.bottom = isBelow ? 'auto' : `${innerHeight - at.top + 4}px`
    list.current.style.left = `${Math.max(8, at.right - WIDTH)}px`
  }

  if (why) {
    return (
      <SubmitButton type="button" variant={variant} color="gray" size="xs" isQuiet reason={why} aria-label={label}>
        ASSIGN
      </SubmitButton>
    )
  }
  return (
    <>
      <Button
        variant={variant}
        color="gray"
        size="xs"
        className={classes.assign}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        ASSIGN
      </Button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={`Assign ${itemName(item)}`}
        className={classes.assignees}
        onBeforeToggle={({ newState }) => newState === 'open' && place()}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && <AssigneeList order={order} item={item} onDone={() => list.current?.hidePopover()} />}
      </div>
    </>
  )
}
