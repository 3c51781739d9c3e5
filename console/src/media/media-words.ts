import type { Media, MediaKind } from '@hikmah/contract/media'
import { fileSize } from '../kit/format/texts.ts'

export const kindWords: Record<MediaKind, string> = { icon: 'Icon', logo: 'Logo', image: 'Image' }

/** 512 × 256 px, 24 KB */
export const sizeText = ({ width, height, imageSize }: Media) => `${width} × ${height} px, ${fileSize(imageSize)}`
