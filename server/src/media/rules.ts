import { isWithin } from '@hikmah/contract/words'

const MAX_NAME = 255

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu

/** What a browser calls the file, without folders and hidden characters. */
export function cleanName(name: string): string {
  const last = name.toWellFormed().replace(HIDDEN, '').split(/[/\\]/).at(-1)?.trim() ?? ''
  if (last === '' || last === '.' || last === '..') return 'image'
  return isWithin(last, MAX_NAME) ? last : [...last].slice(-MAX_NAME).join('').trim()
}
