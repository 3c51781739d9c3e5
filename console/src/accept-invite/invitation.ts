/** Code and e-mail belong together; neither is of use alone. */
export interface Invitation {
  code: string
  email: string
}

/**
 * The values from the link in the e-mail. It is removed from the address, so that it shows neither in the browser
 * history nor in screenshots; a reload still has it.
 */
export function takeInvitation(): Invitation {
  const given = new URLSearchParams(location.search)
  const brought = { code: given.get('code') ?? '', email: given.get('email') ?? '' }
  if (!brought.code) return { ...brought, ...history.state }
  history.replaceState(brought, '', location.pathname)
  return brought
}
