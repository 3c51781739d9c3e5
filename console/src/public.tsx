import './app/boot.ts'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { StyledProvider } from './app/StyledProvider.tsx'
import { isSignedIn } from './kit/api/session.ts'
import { keepFocus } from './kit/feedback/keep-focus.ts'
import { SignInPages } from './sign-in/SignInPages.tsx'

/** The public pages of the sitemap, beside /login and /otp. The contract's console-paths.ts has them all. */
const screens: Record<string, () => Promise<ComponentType>> = {
  '/accept-invite': async () => (await import('./accept-invite/AcceptInvite.tsx')).AcceptInvite,
  '/accept-team-invite': async () => (await import('./accept-invite/AcceptInvite.tsx')).AcceptTeamInvite,
  '/submit-papers': async () => (await import('./submit-papers/SubmitPapersPage.tsx')).SubmitPapersPage,
  '/payment-method': async () => (await import('./payment-method/PaymentMethodPage.tsx')).PaymentMethodPage,
  '/unsubscribe': async () => (await import('./unsubscribe/UnsubscribePage.tsx')).UnsubscribePage,
  '/change-password': async () => (await import('./app/ChangePasswordPage.tsx')).ChangePasswordPage,
}

async function start() {
  // The links of letters end with their token.
  const screen = screens[location.pathname.replace(/^(\/(?:submit-papers|payment-method|unsubscribe))\/.*/, '$1')]
  if (!screen && isSignedIn()) return location.replace('/dashboard')

  keepFocus()
  const Screen = screen ? await screen() : SignInPages
  createRoot(document.getElementById('root')!).render(
    <StyledProvider>
      <Screen />
    </StyledProvider>,
  )
}

void start()
