import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { AcceptInvite } from '../accept-invite/AcceptInvite.tsx'
import { AcceptTeamInvite } from '../accept-invite/AcceptTeamInvite.tsx'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import { isSignedIn } from '../kit/session.ts'
import { SignInPages } from '../sign-in/SignInPages.tsx'
import { StyledProvider } from './StyledProvider.tsx'
import { theme } from './theme.ts'

/** The public pages of the sitemap. */
const pages: Record<string, ComponentType> = {
  '/login': SignInPages,
  '/otp': SignInPages,
  '/accept-invite': AcceptInvite,
  '/accept-team-invite': AcceptTeamInvite,
}

export function start(root: HTMLElement) {
  const Page = pages[location.pathname] ?? SignInPages
  if (Page === SignInPages && isSignedIn()) return location.replace('/dashboard')

  createRoot(root).render(
    <StyledProvider theme={theme}>
      <ProgressBar />
      <Page />
    </StyledProvider>,
  )
}
