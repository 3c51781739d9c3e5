import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import { isSignedIn } from '../kit/session.ts'
import { SignInPages } from '../sign-in/SignInPages.tsx'
import { StyledProvider } from './StyledProvider.tsx'

/** The public pages of the sitemap, beside /login and /otp. */
const inviteScreens: Record<string, () => Promise<ComponentType>> = {
  '/accept-invite': async () => (await import('../accept-invite/AcceptInvite.tsx')).AcceptInvite,
  '/accept-team-invite': async () => (await import('../accept-invite/AcceptTeamInvite.tsx')).AcceptTeamInvite,
}

export async function start(root: HTMLElement) {
  const inviteScreen = inviteScreens[location.pathname]
  if (!inviteScreen && isSignedIn()) return location.replace('/dashboard')

  const Screen = inviteScreen ? await inviteScreen() : SignInPages
  createRoot(root).render(
    <StyledProvider>
      <ProgressBar />
      <Screen />
    </StyledProvider>,
  )
}
