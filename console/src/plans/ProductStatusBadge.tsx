import type { ProductStatus } from '@hikmah/contract/plans'
import type { ReactNode } from 'react'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { GlyphName, Tone } from '../kit/icons/glyphs.tsx'

const tones: Record<ProductStatus, Tone> = {
  Available: 'success',
  New: 'success',
  'Coming Soon': 'discontinued',
  'Not Available': 'failed',
  Hidden: 'failed',
}

interface Props {
  status: ProductStatus
  glyph?: GlyphName | undefined
  bare?: boolean
  /** In the place of its name. */
  children?: ReactNode
}

/** The status of a product, or of a feature or plan of it. */
export const ProductStatusBadge = ({ status, children = status, ...props }: Props) => (
  <StatusBadge tone={tones[status]} {...props}>
    {children}
  </StatusBadge>
)
