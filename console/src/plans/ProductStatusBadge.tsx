import { type ProductStatus, productStatusTones } from '@hikmah/contract/plans'
import type { ReactNode } from 'react'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { GlyphName } from '../kit/icons/glyphs.tsx'

interface Props {
  status: ProductStatus
  glyph?: GlyphName | undefined
  bare?: boolean
  children?: ReactNode
}

export const ProductStatusBadge = ({ status, children = status, ...props }: Props) => (
  <StatusBadge tone={productStatusTones[status]} {...props}>
    {children}
  </StatusBadge>
)
