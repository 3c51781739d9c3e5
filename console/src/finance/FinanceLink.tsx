import { LinkTo } from '../kit/page/Page.tsx'

export const FinanceLink = () => <LinkTo to="/finance">Finance</LinkTo>
