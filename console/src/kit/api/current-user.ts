import type { Permission } from '@hikmah/contract/permissions'
import type { signIn } from '@hikmah/contract/sign-in'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Called } from './api.ts'
import { read } from './data.ts'

// Written down again, because the whole contract of signing in would come along on every page; the type keeps both the same.
const getCurrentUser: Called<typeof signIn.getCurrentUser> = { method: 'GET', path: '/hikmah/auth/getCurrentUser' }

export const currentUser = read(getCurrentUser, {})

/** The signed-in person; loaded before any screen of the console shows. */
export const useCurrentUser = () => useSuspenseQuery(currentUser).data.data

/** Whether the person may do this. It only hides and disables; the server enforces it. */
export const useMay = (permission: Permission) => useCurrentUser().permissions.includes(permission)
