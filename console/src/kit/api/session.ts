const keys = [
  'authToken',
  'userName',
  'role',
  'image',
  'checkedToken',
  'organame',
  'appCartItem',
  'recentlyFound',
] as const
export type LocalKey = (typeof keys)[number]

/** What stays in the browser. `role` and `image` are for show only: the server decides by the session. */
export const local = {
  get: (key: LocalKey): string | undefined => localStorage.getItem(key) ?? undefined,
  set: (key: LocalKey, value: string) => localStorage.setItem(key, value),
  clear(kept?: LocalKey) {
    for (const key of keys) if (key !== kept) localStorage.removeItem(key)
    if (kept !== 'checkedToken') setRememberedHint(0)
  },
}

const isEncrypted = () => location.protocol === 'https:'
/** Under its name over https a cookie is taken and sent over https only, and no other host of the domain can set it. */
const hint = () => (isEncrypted() ? '__Host-remembered' : 'remembered')
const DAYS_30_S = 30 * 86_400

function setRememberedHint(seconds: number) {
  // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous cookie store is not in every browser we serve
  document.cookie = `${hint()}=1; path=/; samesite=strict; max-age=${seconds}${isEncrypted() ? '; secure' : ''}`
}

/**
 * Whom the remembered login may sign in, without a name where only the cookies were kept; undefined where there is
 * none. The login itself is the cookie rememberMe, which scripts cannot read: a second one says that it is there.
 */
export const rememberedLogin = (): string | undefined =>
  local.get('checkedToken') ?? (document.cookie.split('; ').includes(`${hint()}=1`) ? '' : undefined)

/** The kept part of the sign-in response. */
interface Person {
  token: string
  userName: string
  role: { roles: string }[]
  imageDetails: { image: string }
}

export function keepSession({ token, userName, role, imageDetails }: Person, remembered: boolean) {
  local.set('authToken', token)
  local.set('userName', userName)
  local.set('role', role[0]?.roles ?? '')
  local.set('image', imageDetails.image)
  if (!remembered) return
  local.set('checkedToken', userName)
  setRememberedHint(DAYS_30_S)
}

/** Epoch milliseconds at which the kept token ends; 0 without a readable one. */
function sessionEnds(token = local.get('authToken')): number {
  try {
    const payload = (token ?? '').split('.')[1] ?? ''
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: number }
    return (exp ?? 0) * 1000
  } catch {
    return 0
  }
}

export const isSignedIn = () => sessionEnds() > Date.now()

/**
 * A remembered login stays and signs in automatically. Signing in always leads to the dashboard, as the customer wants.
 */
export function goToSignIn() {
  local.clear('checkedToken')
  location.replace('/login')
}

const saves = new Set<() => Promise<unknown>>()
const PATIENCE_MS = 3_000

/** Registers what to save before the session ends. Returns a function that removes it. */
export function saveBeforeSignOut(save: () => Promise<unknown>): () => void {
  saves.add(save)
  return () => void saves.delete(save)
}

/** Saves all of it; an unreachable server does not block signing out. */
export const allSaved = (): Promise<unknown> =>
  Promise.race([
    Promise.allSettled([...saves].map((save) => save())),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])
