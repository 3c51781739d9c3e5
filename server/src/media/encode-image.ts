import { IMAGE_TYPES, MAX_IMAGE_BYTES, notAnImage } from '@hikmah/contract/media'
import sharp, { type Sharp } from 'sharp'
import { invalid } from '../kit/errors/refusal.ts'
import { contentTypeOf } from '../kit/files/files.ts'

const MAX_SIDE = 4096
/** All frames of a moving image together: a small file may unfold to this much memory. */
const MAX_PIXELS = MAX_SIDE * MAX_SIDE * 2
const MAX_SECONDS = 10

type ImageType = (typeof IMAGE_TYPES)[number]

/** From the best to the smallest; re-encoding can enlarge a small image. */
const encoders: Record<ImageType, ((image: Sharp) => Sharp)[]> = {
  'image/png': [
    (image) => image.png({ compressionLevel: 9 }),
    (image) => image.png({ compressionLevel: 9, palette: true }),
  ],
  'image/jpeg': [90, 75, 50].map((quality) => (image) => image.jpeg({ quality })),
  'image/webp': [90, 75, 50].map((quality) => (image) => image.webp({ quality })),
  'image/gif': [(image) => image.gif(), (image) => image.gif({ interFrameMaxError: 16, colours: 128 })],
}

interface NamedBytes {
  name: string
  bytes: Buffer
}

export interface EncodedImage {
  bytes: Buffer
  contentType: ImageType
  width: number
  height: number
}

let former: Promise<unknown> = Promise.resolve()

/** One image at a time: each may need a hundred megabytes while it is decoded. */
export function encodeImage(file: NamedBytes, side: number): Promise<EncodedImage> {
  const mine = former.then(() => encode(file, side))
  former = mine.catch(() => undefined)
  return mine
}

/**
 * Decodes and re-encodes an image, so that only the picture is left: no EXIF, no second file. Shrinks it to fit `side`
 * pixels both ways.
 */
async function encode({ name, bytes }: NamedBytes, side: number): Promise<EncodedImage> {
  const detectedType = contentTypeOf(bytes)
  const contentType = IMAGE_TYPES.find((type) => type === detectedType)
  if (!contentType) throw invalid('file', notAnImage(name))
  for (const encoder of encoders[contentType]) {
    const done = await rewrite({ name, bytes }, side, encoder)
    if (done.bytes.length <= MAX_IMAGE_BYTES) return { ...done, contentType }
  }
  throw invalid('file', `${name} is more than 1 MB once it is stored. Make it smaller.`)
}

async function rewrite({ name, bytes }: NamedBytes, side: number, encoder: (image: Sharp) => Sharp) {
  try {
    const image = () => sharp(bytes, { animated: true, limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { width, height, pageHeight = height, pages = 1 } = await image().metadata()
    if (width > MAX_SIDE || pageHeight > MAX_SIDE) throw new Error('too wide or too high')
    // Turns the picture by the camera's EXIF, which is lost.
    const upright = pages > 1 ? image() : image().autoOrient()
    const fitting = upright.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    const written = await encoder(fitting.timeout({ seconds: MAX_SECONDS })).toBuffer()
    const result = await sharp(written, { animated: true }).metadata()
    return { bytes: written, width: result.width, height: result.pageHeight ?? result.height }
  } catch {
    throw invalid('file', `${name} is damaged, or larger than ${MAX_SIDE} × ${MAX_SIDE} pixels.`)
  }
}
