export interface PersonName {
  firstName: string
  lastName: string
}

/** Of a name as one text, and so of each of its parts. */
export const MAX_NAME = 100

export const fullName = ({ firstName, lastName }: PersonName) => `${firstName} ${lastName}`.trim()

/** The first word is firstName, all the rest lastName. */
export function splitName(name: string): PersonName {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}
