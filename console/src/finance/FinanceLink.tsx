import { LinkTo } from '../kit/page/LinkTo.tsx'

export const FinanceLink = () => <LinkTo to="/finance">Finance</LinkTo>
