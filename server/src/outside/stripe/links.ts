/** A link of the provider's own: of one of its websites, or of the place where another stands in for it. */
export function isOwnLink(link: string, base: URL | undefined): boolean {
  const url = URL.parse(link)
  if (!url || url.username || url.password) return false
  if (base && !isStripe(base)) return url.origin === base.origin
  return isStripe(url) && url.port === ''
}

const isStripe = ({ protocol, hostname }: URL) => protocol === 'https:' && /^([\w-]+\.)*stripe\.com$/.test(hostname)
