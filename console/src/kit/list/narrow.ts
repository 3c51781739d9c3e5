import { useMediaQuery } from '@mantine/hooks'

/**
 * Whether the screen is small: the width at which the sheets turn tables into cards and the navigation into a drawer.
 * For content that differs there; what only looks different is left to CSS. `upTo` is for what needs more room.
 */
export const useIsNarrow = (upTo = 899) =>
  useMediaQuery(`(max-width: ${upTo}px)`, false, { getInitialValueInEffect: false })
