/** Mantine keeps the choice here; without one the system's scheme applies. */
const chosen = localStorage.getItem('mantine-color-scheme-value')
const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)

// Imported first by start.ts: set before anything is painted, because the policy allows no inline script.
document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
