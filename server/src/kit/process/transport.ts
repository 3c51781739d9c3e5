/** What goes to another machine in the clear can be read and changed on the way: codes, mails, every row. */

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?|\/.*|)$/

/** PostgreSQL takes the host from the query first; one that begins with a slash is the folder of a socket. */
export const staysHere = ({ hostname, searchParams }: URL) =>
  LOOPBACK.test(decodeURIComponent(searchParams.get('host') ?? hostname))

/** `require` and its weaker forms verify the certificate too, as pg reads them; the last two say the risk by name. */
const SSL_MODES = ['verify-full', 'verify-ca', 'require', 'no-verify', 'disable']

/** What is wrong with the address of a database, in words; undefined where nothing is. */
export function databaseInTheClear(name: string, address: string | undefined): string | undefined {
  if (!address) return undefined
  const url = new URL(address)
  if (staysHere(url) || SSL_MODES.includes(url.searchParams.get('sslmode') ?? '')) return undefined
  return `${name}: add ?sslmode=verify-full, or ?sslmode=disable where nobody else is on the network`
}

/** STARTTLS counts only where it is required: otherwise a man in the middle can strip it. */
export function mailInTheClear(address: string | undefined): string | undefined {
  if (!address) return undefined
  const url = new URL(address)
  const { protocol, searchParams } = url
  const isSaid = searchParams.get('requireTLS') === 'true' || searchParams.get('ignoreTLS') === 'true'
  if (protocol === 'smtps:' || staysHere(url) || isSaid) return undefined
  return 'SMTP_URL: use smtps:, add ?requireTLS=true, or ?ignoreTLS=true where nobody else is on the network'
}

/** Sessions and mailed codes travel between people and the console. */
export function peopleInTheClear(address: string | undefined): string | undefined {
  if (!address) return undefined
  const url = new URL(address)
  if (url.protocol === 'https:' || staysHere(url)) return undefined
  return 'PUBLIC_URL: use https:, which a proxy before the console may end'
}
