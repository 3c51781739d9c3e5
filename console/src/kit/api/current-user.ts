import type { Permission } from '@hikmah/contract/permissions'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { read } from './data.ts'

export const currentUser = read(signIn.getCurrentUser, {})

/** Loaded before any screen of the console shows. */
export const useCurrentUser = () => useSuspenseQuery(currentUser).data.data

/** For the frame, which renders before the user is loaded. */
export const useCurrentUserIfLoaded = () => useQuery(currentUser).data?.data

/** Whether the person may do this. It only hides and disables; the server enforces it. */
export const useMay = (permission: Permission) => useCurrentUser().permissions.includes(permission)
