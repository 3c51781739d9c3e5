import { Anchor, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, KeyboardEvent } from 'react'

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
