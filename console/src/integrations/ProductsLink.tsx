import { LinkTo } from '../kit/page/LinkTo.tsx'

/** Where the integrations are listed. */
export const integrationsTab = { to: '/admin-products', search: { tab: 'integrations' } } as const

export const ProductsLink = ({ children = 'Products' }: { children?: string }) => (
  <LinkTo {...integrationsTab}>{children}</LinkTo>
)
