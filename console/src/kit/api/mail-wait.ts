import type { MailStatus } from '@hikmah/contract/mails'

/** How often what tells of e-mails is read again: not at all, once none of them is queued. */
export const mailWait = (told: { mailStatus: MailStatus | null }[] | undefined) =>
  told?.some(({ mailStatus }) => mailStatus === 'queued') ? 5000 : false
