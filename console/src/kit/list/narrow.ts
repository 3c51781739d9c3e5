import { useMediaQuery } from '@mantine/hooks'

/**
 * Whether the screen is small: the width at which the sheets turn tables into cards and the navigation into a drawer.
 * For content that is another one there. What only looks different is left to CSS.
 */
export const useIsNarrow = () => useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false })
