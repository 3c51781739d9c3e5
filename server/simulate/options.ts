import { parseArgs } from 'node:util'
import { readConfig } from '../src/kit/process/config.ts'

export interface Options {
  url: string
  visitors: number
  devices: number
  organizations: number
  shoppers: number
  /** The payment sandbox that the server uses. */
  payments: string | undefined
  /** How many seconds of theirs pass in one of ours. */
  speed: number
  /** Stops after so many milliseconds; without it when it is told to. */
  forMs: number | undefined
  userName: string
  password: string
  token: string | undefined
}

export const USAGE = `npm run simulate -- [options]      plays visitors, devices, organizations and shoppers against a running server

  --url http://127.0.0.1:4000   the server; never one with real data
  --visitors 2                  people who fill in the forms of the website
  --devices 5                   kiosks and screens
  --organizations 1             mosques that accept an invite and send in their papers
  --payments http://…           the payment sandbox of the server, as it is printed at its start
  --shoppers 2                  people who buy there, pay late, cancel and dispute; none without --payments
  --speed 60                    how much faster than life; 60 makes a minute of an hour
  --for 60s                     how long, as 90s, 10m or 1h; else until Ctrl-C
  --user, --password            staff to make devices and invites (or SIMULATE_USER, SIMULATE_PASSWORD); the demo owner
  --token                       a staff token instead (or SIMULATE_TOKEN)

Codes to sign in are read from the mailbox of a development server.`

export class UsageError extends Error {}

/** Throws a UsageError that says what is wrong; undefined when help is asked for. */
export function readOptions(args: string[], env: Record<string, string | undefined>): Options | undefined {
  const given = parse(args)
  if (given.help) return undefined
  const demo = readConfig({}).owner
  return {
    url: urlOf(given.url ?? 'http://127.0.0.1:4000'),
    visitors: numberOf('visitors', given.visitors ?? '2', 0, 100),
    devices: numberOf('devices', given.devices ?? '5', 0, 1000),
    organizations: numberOf('organizations', given.organizations ?? '1', 0, 100),
    shoppers: given.payments === undefined ? 0 : numberOf('shoppers', given.shoppers ?? '2', 0, 100),
    payments: given.payments === undefined ? undefined : urlOf(given.payments),
    speed: numberOf('speed', given.speed ?? '60', 0.1, 100_000),
    forMs: given.for === undefined ? undefined : durationOf(given.for),
    userName: given.user ?? env.SIMULATE_USER ?? demo.email,
    password: given.password ?? env.SIMULATE_PASSWORD ?? demo.password,
    token: given.token ?? env.SIMULATE_TOKEN,
  }
}

const text = { type: 'string' } as const
const known = {
  url: text,
  visitors: text,
  devices: text,
  organizations: text,
  shoppers: text,
  payments: text,
  speed: text,
  for: text,
  user: text,
  password: text,
  token: text,
  help: { type: 'boolean', short: 'h' },
} as const

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: known }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function urlOf(given: string): string {
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new UsageError(`--url ${given}: no address`)
  return given.replace(/\/$/, '')
}

function numberOf(name: string, given: string, least: number, most: number): number {
  const number = Number(given)
  const isGood =
    given.trim() !== '' && number >= least && number <= most && (name === 'speed' || Number.isInteger(number))
  if (!isGood) throw new UsageError(`--${name} ${given}: a number from ${least} to ${most}`)
  return number
}

const units = { s: 1000, m: 60_000, h: 3_600_000 }

function durationOf(given: string): number {
  const [, number, unit] = /^(\d{1,5})([smh])$/.exec(given) ?? []
  if (!number || !unit) throw new UsageError(`--for ${given}: as 90s, 10m or 1h`)
  return Number(number) * units[unit as keyof typeof units]
}
