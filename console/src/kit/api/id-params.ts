import { notFound } from '@tanstack/react-router'

/** For addresses such as `/thing-{$id}`, which the router also matches with nothing after the hyphen. */
export const idParams = <const Name extends string>(...names: Name[]) => ({
  parse: (params: Record<Name, string>): Record<Name, string> => {
    if (names.some((name) => !params[name])) throw notFound()
    return params
  },
})
