import './console-styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '../kit/api/data.ts'
import { goToSignIn, isSignedIn } from '../kit/api/session.ts'
import { ConfirmDialog } from '../kit/feedback/confirm.tsx'
import { prepareDialogs } from '../kit/feedback/Dialog.tsx'
import { prepareMessages } from '../kit/feedback/notify.ts'
import { ProgressBar } from '../kit/feedback/ProgressBar.tsx'
import { ToastHost } from '../kit/feedback/ToastHost.tsx'
import { createConsoleRouter } from '../routes.tsx'
import { StyledProvider } from './StyledProvider.tsx'

const PREPARE_MS = 10_000

export function start(root: HTMLElement) {
  if (!isSignedIn()) return goToSignIn()

  // Signing out in one tab signs out the others.
  addEventListener('storage', ({ key, newValue }) => {
    if ((key === 'authToken' || key === null) && !newValue) location.replace('/login')
  })

  const queryClient = createQueryClient()
  createRoot(root).render(
    <StrictMode>
      <StyledProvider>
        <QueryClientProvider client={queryClient}>
          <ProgressBar />
          <ToastHost />
          <ConfirmDialog />
          <RouterProvider router={createConsoleRouter(queryClient)} />
        </QueryClientProvider>
      </StyledProvider>
    </StrictMode>,
  )

  // No page opens with them; they come when the page has long been there.
  setTimeout(() => {
    prepareDialogs()
    prepareMessages()
  }, PREPARE_MS)
}
