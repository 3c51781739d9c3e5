import { DAY_S } from '../process/clock.ts'

/** How long a mailed code is valid, as its letter says it: "valid for 10 minutes and can be used once". */
export function validFor(seconds: number, until?: string): string {
  const [count, unit] =
    seconds % DAY_S === 0 ? [seconds / DAY_S, 'day'] : [Math.max(1, Math.round(seconds / 60)), 'minute']
  const time = `${count} ${unit}${count === 1 ? '' : 's'}`
  return `valid for ${until ? `${time}, until ${until},` : time} and can be used once`
}
