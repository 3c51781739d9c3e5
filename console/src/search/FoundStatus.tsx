import type { ConversationStatus } from '@hikmah/contract/communication/schemas'
import type { ListedDeviceStatus } from '@hikmah/contract/hardware/schemas'
import type { InviteStatus } from '@hikmah/contract/invites/endpoints'
import type { OrderStatus } from '@hikmah/contract/orders/words'
import type { ProductStatus } from '@hikmah/contract/plans'
import type { FoundKind } from '@hikmah/contract/search'
import { ConversationStatusBadge } from '../communication/ConversationBadges.tsx'
import { ListedStatusBadge } from '../hardware/ListedStatusBadge.tsx'
import { InviteStatusBadge } from '../invites/InviteStatusBadge.tsx'
import { OrderStatusBadge } from '../orders/OrderStatusBadge.tsx'
import { OrganizationStatusBadge } from '../organizations/OrganizationStatusBadge.tsx'
import { ProductStatusBadge } from '../plans/ProductStatusBadge.tsx'

/** As in the list of its kind. */
export function FoundStatus({ type, status }: { type: FoundKind; status: string }) {
  switch (type) {
    case 'organization':
      return <OrganizationStatusBadge status={status} bare />
    case 'invite':
      return <InviteStatusBadge status={status as InviteStatus} bare />
    case 'device':
      return <ListedStatusBadge status={status as ListedDeviceStatus} bare />
    case 'order':
      return <OrderStatusBadge status={status as OrderStatus} bare />
    case 'application':
    case 'integration':
      return <ProductStatusBadge status={status as ProductStatus} bare />
    case 'demoRequest':
    case 'contactInquiry':
      return <ConversationStatusBadge status={status as ConversationStatus} bare />
    default:
      return null
  }
}
