import { Button, type ButtonProps } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

interface Props extends Pick<ButtonProps, 'variant' | 'leftSection'> {
  /** An address in this console that came from a query parameter: the compiler cannot check it. */
  href: string
  children: ReactNode
}

/** A button to another page of the console. */
export function HrefLink({ href, variant = 'default', ...props }: Props) {
  const { history } = useRouter()
  function open(event: MouseEvent) {
    const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (isForBrowser) return
    event.preventDefault()
    history.push(href)
  }
  return <Button component="a" href={href} variant={variant} onClick={open} {...props} />
}
