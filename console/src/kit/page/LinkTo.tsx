import { Anchor, Button, type ButtonProps } from '@mantine/core'
import { createLink, useRouter } from '@tanstack/react-router'
import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react'

/** The compiler checks its path against the sitemap. */
export const LinkTo = createLink(Anchor<'a'>)

/** The same, looking like a button. With `role="button"`, for what the customer calls a button, Space works too. */
export const ButtonLink = createLink(AnchorButton)

export function AnchorButton(props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) {
  return <Button component="a" onKeyDown={props.role === 'button' ? clickOnSpace : undefined} {...props} />
}

function clickOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}

interface HrefProps {
  /** A path of this console that the compiler cannot check. */
  href: string
  children: ReactNode
}

export const HrefLink = (props: HrefProps) => <Anchor {...props} onClick={useOpen(props.href)} />

export const HrefButton = (props: HrefProps & Pick<ButtonProps, 'variant' | 'leftSection'>) => (
  <Button component="a" variant="default" {...props} onClick={useOpen(props.href)} />
)

function useOpen(href: string) {
  const { history } = useRouter()
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    history.push(href)
  }
}
