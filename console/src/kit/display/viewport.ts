import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, useEffect } from 'react'

/** Whether the screen has at most the width at which the sheets turn tables into cards. Leave mere looks to CSS. */
export const useIsNarrow = (upTo = 899) =>
  useMediaQuery(`(max-width: ${upTo}px)`, false, { getInitialValueInEffect: false })

/** Scrolls a row of choices sideways to the chosen one, again once `isCounted` has made the choices wider. */
export function useChosenInView(ref: RefObject<HTMLElement | null>, value: unknown, isCounted?: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values say when to scroll
  useEffect(() => {
    const list = ref.current
    const chosen = list?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current="true"]')
    if (list && chosen) list.scrollLeft = chosen.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2
  }, [ref, value, isCounted])
}
