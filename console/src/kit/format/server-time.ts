let aheadMs = 0

/** How far the server's clock is ahead of this machine's, which may be days off. */
export function setServerAhead(ms: number) {
  aheadMs = ms
}

/** Epoch milliseconds by the clock of the server, which dates everything that is shown. */
export const serverNow = () => Date.now() + aheadMs
