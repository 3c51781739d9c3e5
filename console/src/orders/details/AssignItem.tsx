import { orders } from '@hikmah/contract/orders/endpoints'
import { whyItemTakesNoDevice } from '@hikmah/contract/orders/rules'
import type { Order, OrderItem } from '@hikmah/contract/orders/schemas'
import { ITEM_ASSIGNED } from '@hikmah/contract/orders/words'
import { readSearch } from '@hikmah/contract/typed'
import { Button } from '@mantine/core'
import { useDebouncedValue, useWindowEvent } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { read, useMay, useWrite } from '../../kit/api/data.ts'
import { Avatar } from '../../kit/display/Pictures.tsx'
import { FormAlert } from '../../kit/feedback/FormAlert.tsx'
import { notifySuccess } from '../../kit/feedback/messages.tsx'
import { GuardedButton } from '../../kit/form/SubmitButton.tsx'
import { LinkTo } from '../../kit/page/Page.tsx'
import { isAssigned, itemName, MAY_NOT_MANAGE, sentDevices } from '../order-text.ts'
import classes from './order-items.module.css'

const HEIGHT = 320
/** With less room below the button it opens above. */
const ENOUGH = 200
const WIDTH = 280

const whyNoDeviceFits = (item: OrderItem) =>
  item.appStream && whyItemTakesNoDevice({ quantity: item.qty, assigned: sentDevices(item).length })

/** ASSIGN, with a list to search under it. The browser opens and closes it, and gives the focus back to the button. */
export function AssignItem({ order, item }: { order: Order; item: OrderItem }) {
  const mayManage = useMay('orders.manage')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const variant = isAssigned(item) ? 'subtle' : 'default'
  const why = mayManage ? (order.lockedBecause ?? whyNoDeviceFits(item)) : MAY_NOT_MANAGE
  const label = `ASSIGN ${itemName(item)}`

  // The list does not follow its button when the page scrolls.
  const hide = ({ target }: Event) => {
    if (!(target instanceof Node && list.current?.contains(target))) list.current?.hidePopover()
  }
  useWindowEvent('scroll', hide, { capture: true })

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
      <GuardedButton variant={variant} color="gray" size="xs" reason={why} aria-label={label}>
        ASSIGN
      </GuardedButton>
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

/** Free devices of the item's kind, or the team; searched while typing, chosen with arrows and Enter or a click. */
function AssigneeList({ order, item, onDone }: { order: Order; item: OrderItem; onDone: () => void }) {
  const listId = useId()
  const search = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const [isEntered, setEntered] = useState(false)
  const [q] = useDebouncedValue(readSearch(typed), 150)
  const params = { id: order._id, itemId: item._id }
  const { data, error, isPlaceholderData } = useQuery({
    ...read(orders.listAssignees, { params, query: { q: q || undefined } }),
    placeholderData: keepPreviousData,
  })
  const assigneeName = useRef('')
  const [asked, setAsked] = useState<{ id: string; name: string }>()
  const assign = useWrite(orders.assignItem, {
    success: (_, message) => {
      notifySuccess(message ?? ITEM_ASSIGNED, `${itemName(item)} to ${assigneeName.current}`)
      onDone()
    },
  })
  const { devices, staff } = data?.data ?? { devices: [], staff: [] }
  const choices = [
    ...devices.map(({ _id, deviceId, name, status }) => ({
      id: _id,
      name: deviceId,
      detail: [name, status === 'Pending' ? 'ordered for this item' : status].filter(Boolean).join(', '),
      image: undefined,
    })),
    ...staff.map(({ _id, name, image }) => ({ id: _id, name, detail: '', image })),
  ]
  const at = Math.min(place, choices.length - 1)
  const chosen = choices[at]
  const isAnswered = data && !isPlaceholderData && readSearch(typed) === q

  useEffect(() => search.current?.focus({ preventScroll: true }), [])
  // A scanner sends Enter with the last character. Of several results nobody has seen one yet.
  useEffect(() => {
    if (!isEntered || !isAnswered) return
    setEntered(false)
    if (chosen && choices.length === 1) choose(chosen)
  })

  /** A device that was sent does not come back by itself, so it is asked for; another person is chosen in a moment. */
  function choose(choice: (typeof choices)[number]) {
    assigneeName.current = choice.name
    if (item.appStream) setAsked(choice)
    else assign.mutate({ params, body: { staffId: choice.id } })
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: choices.length - 1 }[event.key]
    if (to !== undefined && choices.length > 0) {
      event.preventDefault()
      setPlace((to + choices.length) % choices.length)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!isAnswered) setEntered(true)
    else if (chosen) choose(chosen)
  }

  const assigneeKind = item.appStream ? 'device' : 'team member'
  if (asked) {
    const send = () => assign.mutate({ params, body: { deviceId: asked.id } })
    return (
      <div className={classes.question}>
        <p>
          <b>{asked.name}</b> becomes Shipped and is assigned to <bdi>{order.orgId.orgName}</bdi>.
          {order.status === 'new' && ' The order becomes In-progress.'}
        </p>
        <FormAlert error={assign.error} />
        <div>
          <Button variant="default" size="xs" onClick={() => setAsked(undefined)}>
            Back
          </Button>
          {/* The second half of a double press on the list is no answer. */}
          <Button size="xs" autoFocus loading={assign.isPending} onClick={({ detail }) => detail < 2 && send()}>
            Assign device
          </Button>
        </div>
      </div>
    )
  }
  return (
    <>
      <p className={classes.effect}>
        {item.appStream ? `Assign a device to ${itemName(item)}` : `Choose who sees to ${itemName(item)}`}
      </p>
      <input
        ref={search}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={chosen && `${listId}-${chosen.id}`}
        aria-autocomplete="list"
        aria-label={`Search ${assigneeKind}s`}
        placeholder={item.appStream ? `Search ${item.appStream} by id, MAC` : 'Search the team'}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setPlace(0)
          setEntered(false)
        }}
        onKeyDown={onKeyDown}
      />
      <FormAlert error={assign.error ?? error} />
      <div
        id={listId}
        role="listbox"
        aria-label={item.appStream ? 'Devices' : 'Team members'}
        aria-busy={assign.isPending || !data}
        tabIndex={-1}
      >
        {choices.map((choice, i) => (
          // The search field handles the keys and keeps the focus.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={choice.id}
            id={`${listId}-${choice.id}`}
            role="option"
            aria-selected={i === at}
            onPointerMove={() => setPlace(i)}
            onClick={() => choose(choice)}
          >
            {choice.image !== undefined && <Avatar name={choice.name} image={choice.image} />}
            <span className={classes.choice}>
              {choice.name}
              {choice.detail && <small>{choice.detail}</small>}
            </span>
          </div>
        ))}
      </div>
      {data && choices.length === 0 && (
        <p className={classes.nobody} role="status">
          {q ? `No ${assigneeKind} matches` : `No ${assigneeKind} available`}
          {!q && item.appStream && (
            <>
              {' '}
              for {item.appStream}. <LinkTo to="/add-hardware">Add Hardware/Device</LinkTo>
            </>
          )}
        </p>
      )}
    </>
  )
}
