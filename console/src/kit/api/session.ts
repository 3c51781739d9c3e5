import { setServerAhead } from '../format/server-time.ts'

const keys = [
  'authToken',
  'userName',
  'role',
  'image',
  'checkedToken',
  'organame',
  'appCartItem',
  'recentlyFound',
  'navigation',
  'serverAhead',
  'technicalDetails',
  'setupHiddenOn',
] as const
type LocalKey = (typeof keys)[number]

/** What stays in the browser. `role` and `image` are for show only: the server decides by the session. */
export const local = {
  get: (key: LocalKey): string | undefined => localStorage.getItem(key) ?? undefined,
  set: (key: LocalKey, value: string) => localStorage.setItem(key, value),
  forget: (key: LocalKey) => localStorage.removeItem(key),
  clear(except?: LocalKey) {
    for (const key of keys) if (key !== except) localStorage.removeItem(key)
    if (except !== 'checkedToken') setRememberedHint(0)
  },
}

const isEncrypted = () => location.protocol === 'https:'
/** Browsers take and send a `__Host-` cookie over https only, and no other host of the domain can set it. */
const hint = () => (isEncrypted() ? '__Host-remembered' : 'remembered')
const DAYS_30_S = 30 * 86_400

function setRememberedHint(seconds: number) {
  // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous cookie store is not in every browser we serve
  document.cookie = `${hint()}=1; path=/; samesite=strict; max-age=${seconds}${isEncrypted() ? '; secure' : ''}`
}

/**
 * The user name of the remembered login, '' where only its cookies are left, undefined where there is none. Scripts cannot
 * read its cookie rememberMe; the hint says that it is there.
 */
export const rememberedLogin = (): string | undefined =>
  local.get('checkedToken') ?? (document.cookie.split('; ').includes(`${hint()}=1`) ? '' : undefined)

interface SignedInPerson {
  token: string
  userName: string
  role: { roles: string }[]
  imageDetails: { image: string }
}

export function keepSession({ token, userName, role, imageDetails }: SignedInPerson, remembered: boolean) {
  local.set('authToken', token)
  local.set('userName', userName)
  local.set('role', role[0]?.roles ?? '')
  local.set('image', imageDetails.image)
  if (!remembered) return
  local.set('checkedToken', userName)
  setRememberedHint(DAYS_30_S)
}

/** Epoch milliseconds; 0 without a readable token. */
function sessionEnd(): number {
  try {
    const payload = local.get('authToken')?.split('.')[1] ?? ''
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: number }
    return (exp ?? 0) * 1000
  } catch {
    return 0
  }
}

/** Clocks that run differ by less. */
const SAME_TIME_MS = 120_000

/**
 * From the header `Date` of an answer. It is kept for the next page, which looks before its first answer whether
 * somebody is signed in.
 */
export function learnServerTime(date: string | null) {
  const ahead = Date.parse(date ?? '') - Date.now()
  if (Number.isNaN(ahead)) return
  const isOff = Math.abs(ahead) > SAME_TIME_MS
  setServerAhead(isOff ? ahead : 0)
  if (isOff) local.set('serverAhead', String(ahead))
  else if (local.get('serverAhead')) localStorage.removeItem('serverAhead')
}

export const isSignedIn = () => sessionEnd() > Date.now() + Number(local.get('serverAhead') ?? 0)

const WANTED = 'wantedPage'

/** A remembered login stays and signs in automatically. Whoever signs in then comes back to this page. */
export function goToSignIn({ comesBack = true } = {}) {
  local.clear('checkedToken')
  // The whole address: a path such as //elsewhere.example alone would be read as that host.
  if (comesBack) sessionStorage.setItem(WANTED, location.href)
  else sessionStorage.removeItem(WANTED)
  location.replace('/login')
}

/** Where this tab was on its way to, as by a link in an email; once. */
export function takeWantedPage(): string | undefined {
  const wanted = sessionStorage.getItem(WANTED) ?? undefined
  sessionStorage.removeItem(WANTED)
  return wanted?.startsWith(`${location.origin}/`) ? wanted : undefined
}

const saves = new Set<() => Promise<unknown>>()
const SAVE_TIMEOUT_MS = 3_000

/** Returns a function that removes `save`. */
export function saveBeforeSignOut(save: () => Promise<unknown>): () => void {
  saves.add(save)
  return () => void saves.delete(save)
}

/** An unreachable server does not block signing out. */
export const allSaved = (): Promise<unknown> =>
  Promise.race([
    Promise.allSettled([...saves].map((save) => save())),
    new Promise((resolve) => setTimeout(resolve, SAVE_TIMEOUT_MS)),
  ])
