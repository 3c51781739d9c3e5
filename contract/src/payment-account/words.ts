export const verificationStatuses = ['verified', 'pending', 'unverified'] as const
export type VerificationStatus = (typeof verificationStatuses)[number]
