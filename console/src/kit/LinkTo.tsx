import { Anchor, Button } from '@mantine/core'
import { createLink } from '@tanstack/react-router'

/** A link whose address the compiler checks against the sitemap. */
export const LinkTo = createLink(Anchor<'a'>)

/** The same as a button. */
export const ButtonLink = createLink(Button<'a'>)
