import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { isSignedIn } from '../kit/api/session.ts'
import { ProgressBar } from '../kit/feedback/ProgressBar.tsx'
import { SignInPages } from '../sign-in/SignInPages.tsx'
import { StyledProvider } from './StyledProvider.tsx'

/** The public pages of the sitemap, beside /login and /otp. */
const screens: Record<string, () => Promise<ComponentType>> = {
  '/accept-invite': async () => (await import('../accept-invite/AcceptInvite.tsx')).AcceptInvite,
  '/accept-team-invite': async () => (await import('../accept-invite/AcceptTeamInvite.tsx')).AcceptTeamInvite,
  '/change-password': async () => (await import('./ChangePasswordPage.tsx')).ChangePasswordPage,
}

export async function start(root: HTMLElement) {
  const screen = screens[location.pathname]
  if (!screen && isSignedIn()) return location.replace('/dashboard')

  const Screen = screen ? await screen() : SignInPages
  createRoot(root).render(
    <StyledProvider>
      <ProgressBar />
      <Screen />
    </StyledProvider>,
  )
}
