import classes from './icons.module.css'

/** Those of the pages before sign-in, which do not load icons.tsx. */
export const publicPaths = {
  check: 'M3 8.5l3.2 3.2L13 4.8',
  cross: 'M4 4l8 8M12 4l-8 8',
  alert: 'M8 2.5l6 10.8H2zM8 6.8v3M8 11.6h.01',
  document: 'M4 2h5l3 3v9H4zM9 2v3h3',
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

/** Always next to a text, so hidden from screen readers. */
export const PublicIcon = ({ name, size }: { name: keyof typeof publicPaths; size?: IconSize }) => (
  <Drawing path={publicPaths[name]} size={size} />
)

export function Mark() {
  return (
    <svg className={classes.mark} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4.6 4.6h14.8v14.8H4.6z" />
      <path d="M12 1.5L22.5 12 12 22.5 1.5 12z" />
    </svg>
  )
}

/** Three nested eight-pointed stars, for empty states. */
export function Stars() {
  return (
    <svg className={classes.stars} width="120" height="120" viewBox="0 0 120 120" aria-hidden="true">
      <path d="M100 60L88.28 71.72L88.28 88.28L71.72 88.28L60 100L48.28 88.28L31.72 88.28L31.72 71.72L20 60L31.72 48.28L31.72 31.72L48.28 31.72L60 20L71.72 31.72L88.28 31.72L88.28 48.28Z" />
      <path
        d="M118 60L101.01 76.99L101.01 101.01L76.99 101.01L60 118L43.01 101.01L18.99 101.01L18.99 76.99L2 60L18.99 43.01L18.99 18.99L43.01 18.99L60 2L76.99 18.99L101.01 18.99L101.01 43.01Z"
        opacity=".55"
      />
      <path d="M84 60L76.97 67.03L76.97 76.97L67.03 76.97L60 84L52.97 76.97L43.03 76.97L43.03 67.03L36 60L43.03 52.97L43.03 43.03L52.97 43.03L60 36L67.03 43.03L76.97 43.03L76.97 52.97Z" />
    </svg>
  )
}

export function StarLattice() {
  return (
    <svg className={classes.stars} width="100%" height="100%" aria-hidden="true">
      <defs>
        <pattern id="lattice" width="88" height="88" patternUnits="userSpaceOnUse">
          <path d="M88 44L75.11 56.89L75.11 75.11L56.89 75.11L44 88L31.11 75.11L12.89 75.11L12.89 56.89L0 44L12.89 31.11L12.89 12.89L31.11 12.89L44 0L56.89 12.89L75.11 12.89L75.11 31.11Z" />
          <path d="M64 44L58.14 49.86L58.14 58.14L49.86 58.14L44 64L38.14 58.14L29.86 58.14L29.86 49.86L24 44L29.86 38.14L29.86 29.86L38.14 29.86L44 24L49.86 29.86L58.14 29.86L58.14 38.14Z" />
        </pattern>
        <radialGradient id="fade" cx=".62" cy=".46" r=".62">
          <stop offset="0" stopColor="#fff" />
          <stop offset=".5" stopColor="#fff" stopOpacity=".55" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </radialGradient>
        <mask id="faded">
          <rect width="100%" height="100%" fill="url(#fade)" stroke="none" />
        </mask>
      </defs>
      <g mask="url(#faded)">
        <rect width="100%" height="100%" fill="url(#lattice)" stroke="none" />
      </g>
    </svg>
  )
}
