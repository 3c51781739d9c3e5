import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, useEffect } from 'react'

/**
 * Whether the screen is small: the width at which the sheets turn tables into cards and the navigation into a drawer.
 * For content that differs there; what only looks different is left to CSS. `upTo` is for what needs more room.
 */
export const useIsNarrow = (upTo = 899) =>
  useMediaQuery(`(max-width: ${upTo}px)`, false, { getInitialValueInEffect: false })

/** Scrolls a row of choices sideways to the chosen one, also once `isCounted` has made the choices wider. */
export function useChosenInView(ref: RefObject<HTMLElement | null>, value: string | undefined, isCounted?: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values say when, the element which
  useEffect(() => {
    const list = ref.current
    const chosen = list?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current="true"]')
    if (list && chosen) list.scrollLeft = chosen.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2
  }, [ref, value, isCounted])
}
