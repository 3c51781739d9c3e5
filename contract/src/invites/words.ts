export const INVITE_DAYS = 14

/** `revoked` and `blocked` are beyond the three of the documents. */
export const inviteStatuses = ['Invite Sent', 'onboarding', 'accepted', 'blocked', 'revoked'] as const
export const inviteSorts = ['orgName', 'orgAdmin', 'createdAt'] as const
/** What may be the matter with an invite that nobody has accepted. */
export const inviteTroubles = ['expired', 'mail-failed'] as const
export const INVITE_SENT = 'Invite sent successfully!'

/** A fresh code between 100000 and 999999, as the form shows it. */
export const newInviteCode = () => String(100000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900000))
