import './console-styles.ts'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '../kit/data.ts'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import { goToSignIn, isSignedIn } from '../kit/session.ts'
import { createConsoleRouter } from '../routes.tsx'
import { StyledProvider } from './StyledProvider.tsx'

export function start(root: HTMLElement) {
  if (!isSignedIn()) return goToSignIn(location.pathname + location.search)

  // Signing out in one tab signs out the others.
  addEventListener('storage', ({ key, newValue }) => {
    if ((key === 'authToken' || key === null) && !newValue) location.replace('/login')
  })

  const queryClient = createQueryClient()
  createRoot(root).render(
    <StrictMode>
      <StyledProvider>
        <QueryClientProvider client={queryClient}>
          <ModalsProvider>
            <ProgressBar />
            <Notifications position="bottom-right" limit={4} />
            <RouterProvider router={createConsoleRouter(queryClient)} />
          </ModalsProvider>
        </QueryClientProvider>
      </StyledProvider>
    </StrictMode>,
  )
}
