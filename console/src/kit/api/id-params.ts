import { redirect } from '@tanstack/react-router'

/**
 * For addresses such as `/thing-{$id}`, which the router also matches with nothing after the hyphen: that is as unknown as
 * any other address, and opens the dashboard.
 */
export const idParams = <const Name extends string>(...names: Name[]) => ({
  parse: (params: Record<Name, string>): Record<Name, string> => {
    if (names.some((name) => !params[name])) throw redirect({ href: '/', replace: true })
    return params
  },
})
