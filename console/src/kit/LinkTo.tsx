import { Anchor, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** A link whose address the compiler checks against the sitemap. */
export const LinkTo = createLink(Anchor<'a'>)

/** The same as a button. */
export const ButtonLink = createLink(AnchorButton)

function AnchorButton(props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) {
  return <Button component="a" {...props} />
}
