import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { createAtom, useSelector } from '@tanstack/react-store'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '../icons/icons.tsx'
import { AnchorButton } from '../page/Page.tsx'
import { Hint } from '../popup/Hint.tsx'
import classes from './SubmitButton.module.css'

/** Oldest first. */
const runningFetches = createAtom<{ reason: string; path: string }[]>([])

/** Forms wait for what a field fetches, such as an upload, and their buttons show `reason` until then. */
export async function formsWaitFor<Answer>(reason: string, work: Promise<Answer>): Promise<Answer> {
  const fetch = { reason, path: location.pathname }
  runningFetches.set((fetches) => [...fetches, fetch])
  try {
    return await work
  } finally {
    runningFetches.set((fetches) => fetches.filter((running) => running !== fetch))
  }
}

/** Why a form cannot be saved while a field of this page fetches something. */
export const useFetching = () =>
  useSelector(runningFetches, (fetches) => fetches.find(({ path }) => path === location.pathname)?.reason)

interface Props extends ButtonProps {
  /** Why the button is disabled. It stays focusable, so that everybody can read the reason. */
  reason?: string | false | null
  /** The reason shows only on hover or focus, and to screen readers. */
  isQuiet?: boolean
  children: ReactNode
  type?: 'submit' | 'button'
  onClick?: () => void
}

export function SubmitButton({ reason, isQuiet, type = 'submit', onClick, children, ...props }: Props) {
  const id = useId()
  const fetching = useFetching()
  const why = reason || (type === 'submit' && fetching) || undefined

  return (
    <div className={classes.submit}>
      <Hint label={why}>
        <Button
          {...props}
          type={type}
          data-disabled={Boolean(why) || undefined}
          aria-disabled={Boolean(why) || undefined}
          aria-describedby={why ? id : undefined}
          onClick={(event) => {
            if (why || props.loading) event.preventDefault()
            else onClick?.()
          }}
        >
          {children}
        </Button>
      </Hint>
      {why && (
        <p id={id} className={classes.reason} hidden={isQuiet}>
          <Icon name="info" size={14} />
          {why}
        </p>
      )}
    </div>
  )
}

/** A button beside or outside of a form, whose reason is shown on hover or focus. */
export const GuardedButton = (props: Omit<Props, 'type' | 'isQuiet'>) => (
  <SubmitButton {...props} type="button" isQuiet />
)

/** A `ButtonLink`, or in its place a button that says why this person may not go there. */
export const GuardedLink = createLink(GuardedAnchor)

type GuardedProps = ComponentProps<typeof AnchorButton> & Pick<Props, 'reason' | 'isQuiet'>

function GuardedAnchor({ reason, isQuiet = true, ...props }: GuardedProps) {
  if (!reason) return <AnchorButton {...props} />
  const { variant, leftSection, children } = props
  return (
    <SubmitButton type="button" isQuiet={isQuiet} reason={reason} variant={variant} leftSection={leftSection}>
      {children}
    </SubmitButton>
  )
}
