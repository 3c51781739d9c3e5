import classes from './icons.module.css'

/** The icons that the pages before sign-in use too. All others are in icons.tsx, which those pages do not load. */
export const publicPaths = {
  check: 'M3 8.5l3.2 3.2L13 4.8',
  cross: 'M4 4l8 8M12 4l-8 8',
  alert: 'M8 2.5l6 10.8H2zM8 6.8v3M8 11.6h.01',
  eye: 'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8zM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
  eyeOff: 'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8zM3 13L13 3',
} as const

export type IconSize = 11 | 12 | 14 | 16

export function Drawing({ path, size = 16 }: { path: string; size?: IconSize }) {
  return (
    <svg className={classes.icon} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

/** Always next to a text, so it is hidden from screen readers. */
export const PublicIcon = ({ name, size }: { name: keyof typeof publicPaths; size?: IconSize }) => (
  <Drawing path={publicPaths[name]} size={size} />
)

/** The mark: a square and its diamond. */
export function Mark() {
  return (
    <svg className={classes.mark} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4.6 4.6h14.8v14.8H4.6z" />
      <path d="M12 1.5L22.5 12 12 22.5 1.5 12z" />
    </svg>
  )
}
