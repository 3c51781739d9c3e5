import { z } from 'zod'
import { CodeText, Id, PatternText, RequiredText, Text } from '../common.ts'
import { LibraryImage } from '../media.ts'
import { PRICE_ABOVE_ZERO } from '../money.ts'
import { RichText } from '../rich-text.ts'
import { readCode } from '../typed.ts'
import { REQUIRED } from '../words.ts'
import { AppStream, ChosenDeviceStatus, DeviceStatus, type deviceFields } from './schemas.ts'

type DeviceField = keyof typeof deviceFields

export const MAX_DETAILS = 100
export const MAC_INVALID = 'Enter a MAC address like 00:1A:2B:3C:4D:5E'

/**
 * Twelve hexadecimal digits, in pairs, fours or sixes with one sign or space between, as labels, systems and switches print
 * them; kept upper-case in pairs with colons.
 */
export function normalMac(text: string): string | undefined {
  const digits = readCode(text).toUpperCase()
  const isMac = /^[\dA-F]{2,6}(?:([-:. ])[\dA-F]{2,6}(?:\1[\dA-F]{2,6})*|[\dA-F]{6,10})$/.test(digits)
  const parts = digits.split(/[-:. ]/)
  const isEven = parts.every(({ length }) => length === parts[0]!.length && length % 2 === 0)
  const bare = parts.join('')
  return isMac && isEven && bare.length === 12 ? bare.replace(/(..)(?!$)/g, '$1:') : undefined
}

const MAX_PRICE = 9_999_999
/** As typed, with spaces around it. */
const LONGEST_PRICE = 40

const DIGITS_ONLY = 'Digits only'

/** Says what is wrong with a price in whole US dollars, whether a number or digits. */
function priceProblem(price: unknown): string {
  if (price === undefined || price === null || price === '') return REQUIRED
  const isText = typeof price === 'string' && price.length <= LONGEST_PRICE && readCode(price) !== ''
  if (!isText && typeof price !== 'number') return DIGITS_ONLY
  const dollars = Number(readCode(String(price)).replaceAll(',', 'x'))
  if (dollars <= 0) return PRICE_ABOVE_ZERO
  if (dollars > MAX_PRICE) return `At most ${MAX_PRICE}`
  return dollars % 1 > 0 ? `Whole US dollars: ${Math.floor(dollars)} or ${Math.ceil(dollars)}` : DIGITS_ONLY
}

const MacAddress = CodeText(40, MAC_INVALID)
  .min(1, REQUIRED)
  .transform((text, ctx) => {
    const mac = normalMac(text)
    if (mac) return mac
    ctx.addIssue({ code: 'custom', message: MAC_INVALID })
    return z.NEVER
  })

/** Whole US dollars above 0: a number, or its digits as text. */
const DevicePrice = z
  .union([z.int(), PatternText(LONGEST_PRICE, /^\d+$/, DIGITS_ONLY).transform(Number)], {
    error: ({ input }) => priceProblem(input),
  })
  .refine((price) => price > 0 && price <= MAX_PRICE, { error: ({ input }) => priceProblem(input) })

export const NewDevice = z.object({
  /** As getUniqueDeviceId gave it: well-formed and of the app stream, else 400; taken, 409. */
  deviceId: RequiredText(40),
  appStream: AppStream,
  macAddress: MacAddress,
  status: ChosenDeviceStatus.optional().default('Available'),
  name: Text(50).optional().default(''),
  price: DevicePrice,
  details: RichText(MAX_DETAILS).optional().default(''),
  /** `imageSize` is sent as 0 (second seed, section 9). */
  imageMetaData: LibraryImage,
} satisfies Record<DeviceField, z.ZodType>)

/**
 * A field that is not sent stays as it is. Device id, app stream and MAC address may be sent as they are and cannot
 * change (400). Locked and Lost are set and lifted by owner and admin alone (403).
 */
export const DeviceEdit = z.object({
  _id: Id.optional(),
  deviceId: CodeText(64).optional(),
  appStream: CodeText(64).optional(),
  macAddress: CodeText(64).optional(),
  status: DeviceStatus.optional(),
  name: Text(50).optional(),
  price: DevicePrice.optional(),
  details: RichText(MAX_DETAILS).optional(),
  imageMetaData: LibraryImage.optional(),
  version: z.int().optional(),
} satisfies Record<DeviceField | '_id' | 'version', z.ZodType>)
export type DeviceEdit = z.output<typeof DeviceEdit>
