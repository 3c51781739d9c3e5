import classes from './icons.module.css'

const inCircle = (path: string, fill?: 'currentColor') => (
  <>
    <circle cx="6" cy="6" r="5" />
    <path d={path} fill={fill} stroke={fill && 'none'} />
  </>
)

/** Each state has its own shape, so that color is never the only sign. */
const shapes = {
  check: inCircle('M3.8 6.2l1.5 1.5 2.9-3.2'),
  half: inCircle('M6 1a5 5 0 0 1 0 10z', 'currentColor'),
  slash: inCircle('M2.6 9.4l6.8-6.8'),
  envelope: <path d="M1 2.5h10v7H1zM1.2 3L6 6.6 10.8 3" />,
  dashed: <circle cx="6" cy="6" r="5" strokeDasharray="2 1.9" />,
  minus: inCircle('M3.8 6h4.4'),
  cross: inCircle('M4.3 4.3l3.4 3.4M7.7 4.3L4.3 7.7'),
  up: inCircle('M6 8.3V3.9M4.3 5.5L6 3.8l1.7 1.7'),
  returned: inCircle('M8.3 6H3.9M5.5 4.3L3.8 6l1.7 1.7'),
  percent: inCircle('M4.2 7.8l3.6-3.6M4.3 4.5h.01M7.7 7.5h.01'),
  spark: <path d="M6 .8L7.3 4.7 11.2 6 7.3 7.3 6 11.2 4.7 7.3 .8 6 4.7 4.7z" />,
  dot: inCircle('M4.4 6a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0', 'currentColor'),
  clock: inCircle('M6 3.5V6l1.6 1.2'),
  flag: <path d="M2.5 11V1.3h6.8L7.6 4l1.7 2.7H2.5" />,
  unequal: <path d="M1.5 4.2h9M1.5 7.8h9M8.2 1.2L3.8 10.8" />,
} as const

export type GlyphName = keyof typeof shapes

export const glyphOfTone = {
  success: 'check',
  warning: 'half',
  danger: 'slash',
  invite: 'envelope',
  pending: 'dashed',
  discontinued: 'minus',
  failed: 'cross',
  order: 'half',
} as const satisfies Record<string, GlyphName>

export type Tone = keyof typeof glyphOfTone

export function Glyph({ name, size = 12 }: { name: GlyphName; size?: number }) {
  return (
    <svg className={classes.glyph} width={size} height={size} viewBox="0 0 12 12" aria-hidden="true">
      {shapes[name]}
    </svg>
  )
}
