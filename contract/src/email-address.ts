import { readTyped } from './typed.ts'
import { MAX_SPACE_AROUND } from './words.ts'

// Apart from the schema, so that the public pages load none, and from other texts, which lists load.

/** In octets, with the domain in ASCII (RFC 5321). */
export const MAX_EMAIL = 254

/** As mail servers compare it, with the domain as it reads: one text for all spellings. Undefined for what is none. */
export function readEmail(text: string): string | undefined {
  if (text.length > MAX_EMAIL + MAX_SPACE_AROUND) return undefined
  const typed = readTyped(text).replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'))
  const at = typed.lastIndexOf('@')
  const local = typed
    .slice(0, at)
    .replace(/(?![\u202d\u202e])\p{DI}/gu, '')
    .toLowerCase()
    .normalize()
  if (at < 1 || !/^[^\s".(),:;<>@[\\\]\p{C}\u2800]+(\.[^\s".(),:;<>@[\\\]\p{C}\u2800]+)*$/u.test(local))
    return undefined
  const ascii = asciiHost(typed.slice(at + 1))
  if (!ascii || new TextEncoder().encode(`${local}@${ascii}`).length > MAX_EMAIL) return undefined
  // Browsers cannot read punycode; the server reads it.
  const host = toUnicode?.(ascii) ?? typed.slice(at + 1).toLowerCase()
  return host.includes('xn--') && toUnicode ? undefined : `${local}@${host}`
}

const toUnicode = (globalThis as { process?: NodeJS.Process }).process?.getBuiltinModule('node:url').domainToUnicode

function asciiHost(host: string): string | undefined {
  if (/[\s/?#@:%[\\\]]/.test(host) || !URL.canParse(`https://${host}`)) return undefined
  const { hostname } = new URL(`https://${host}`)
  const labels = hostname.split('.')
  const isHost = labels.length > 1 && labels.every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(label))
  return isHost && /^(?:[a-z]{2,}|xn--.+)$/.test(labels.at(-1)!) ? hostname : undefined
}
