import { Anchor, Button, type ButtonProps } from '@mantine/core'
import { createLink, useRouter } from '@tanstack/react-router'
import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react'

/** A link whose address the compiler checks against the sitemap. */
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

interface TextLinkProps {
  /** An address in this console that is known only as text: the compiler cannot check it. */
  href: string
  children: ReactNode
}

export const AddressTo = (props: TextLinkProps) => <Anchor {...props} onClick={useOpen(props.href)} />

/** The same, looking like a button. */
export const HrefLink = (props: TextLinkProps & Pick<ButtonProps, 'variant' | 'leftSection'>) => (
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
