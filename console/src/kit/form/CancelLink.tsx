import type { ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { AnchorButton } from '../page/LinkTo.tsx'

/** The way out of a form without saving. */
export const CancelLink = createLink((props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) => (
  <AnchorButton {...props} role="button" variant="default">
    Cancel
  </AnchorButton>
))
