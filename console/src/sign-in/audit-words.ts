import { SIGNED_OUT_EVERYWHERE } from '@hikmah/contract/sign-in/endpoints'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  actions: {
    'sign-in.code-sent': 'Sign-in code sent',
    'sign-in.completed': 'Signed in',
    'sign-in.remembered': 'Signed in with a remembered login',
    'sign-in.copied-login-refused': 'Copied login refused',
    'sign-in.reset-code-requested': 'Code for a new password requested',
    'sign-in.password-reset': 'New password chosen with a code',
    'session.all-ended': SIGNED_OUT_EVERYWHERE,
  },
  fields: {
    browser: 'Browser',
    operatingSystem: 'Operating system',
    ip: 'IP address',
    signedInAt: 'Signed in',
  },
}
