import { Fragment } from 'react'

/** An e-mail address that breaks after its @ and its dots where it does not fit into one line, and in no word. */
export const Email = ({ children }: { children: string }) => (
  <span title={children}>
    {children.split(/(?<=[@.])/).map((part, i) => (
      // The parts of an address never change their order.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Fragment key={i}>
        {i > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
)
