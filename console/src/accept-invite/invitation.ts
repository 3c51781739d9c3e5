/** Code and e-mail belong together; neither says anything alone. */
export interface Invitation {
  code: string
  email: string
}

/**
 * What the link in the mail brought. It is taken out of the address, where it would stay in the history of the browser
 * and stand on every picture of the screen; a reload still knows it.
 */
export function takeInvitation(): Invitation {
  const given = new URLSearchParams(location.search)
  const brought = { code: given.get('code') ?? '', email: given.get('email') ?? '' }
  if (!brought.code) return { ...brought, ...history.state }
  history.replaceState(brought, '', location.pathname)
  return brought
}
