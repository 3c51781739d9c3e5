import { Drawing, type IconSize, publicPaths } from './public-icons.tsx'

/** On a 16-px grid, drawn with a 1.5-px line. What one part alone shows is drawn there: every page loads these. */
const paths = {
  ...publicPaths,
  dashboard: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h4v4h-4z',
  checklist: 'M2.5 4l1.2 1.2L6 3M2.5 10.5l1.2 1.2L6 9.5M8.5 4.5h5M8.5 11h5',
  speech: 'M2.5 3.5h11v8h-6l-3 2.5v-2.5h-2z',
  receipt: 'M4 2.5h8v11l-2-1.2-2 1.2-2-1.2-2 1.2zM6 6h4M6 9h4',
  dome: 'M2.5 13.5h11M4 13.5V9.3c0-2.3 4-3.4 4-6.3 0 2.9 4 4 4 6.3v4.2M6.8 13.5v-2a1.2 1.2 0 0 1 2.4 0v2',
  box: 'M2.5 5L8 2.3 13.5 5v6L8 13.7 2.5 11zM2.5 5L8 7.8 13.5 5M8 7.8v5.9',
  device: 'M4 2.5h8v11H4zM7 11.5h2',
  megaphone: 'M2.5 6.5v3h2.2l5.8 3v-9l-5.8 3zM12.8 6.5v3M5.5 9.8l.7 3.2',
  tag: 'M2.5 2.5h5l6 6-5 5-6-6zM5.3 5.3h.01',
  bank: 'M2.5 13.5h11M2.5 6.3L8 2.8l5.5 3.5zM4.2 6.5v5M8 6.5v5M11.8 6.5v5',
  people:
    'M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM1.8 13.3c0-2.3 1.9-3.6 4.2-3.6s4.2 1.3 4.2 3.6M10.5 3a2.2 2.2 0 0 1 0 4.3M11.6 9.9c1.6.4 2.6 1.6 2.6 3.4',
  person: 'M8 7.8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3.2 13.4c0-2.5 2.1-3.9 4.8-3.9s4.8 1.4 4.8 3.9',
  key: 'M5 11.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM7 7.5l5.5-4M10.5 5l1.7 2.2',
  shield: 'M8 1.9l5 1.8v4.1c0 3-2.1 5.2-5 6.3-2.9-1.1-5-3.3-5-6.3V3.7zM5.7 8l1.7 1.7 3-3.3',
  leave: 'M6.5 2.5h-4v11h4M7 8h6.5M10.5 5l3 3-3 3',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.8V8l2.2 1.6',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.4 6.3a1.7 1.7 0 1 1 2.3 1.6c-.5.2-.7.5-.7 1v.3M8 11.4h.01',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.5V11M8 5.2h.01',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.8v1M8 13.2v1M1.8 8h1M13.2 8h1M3.6 3.6l.7.7M11.7 11.7l.7.7M3.6 12.4l.7-.7M11.7 4.3l.7-.7',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2',
  edit: 'M3 13l.6-2.8L10.8 3l2.2 2.2-7.2 7.2zM9.3 4.5l2.2 2.2',
  trash: 'M2.8 4.5h10.4M6.2 4.5v-2h3.6v2M4.2 4.5l.6 9h6.4l.6-9M6.8 7v4M9.2 7v4',
  open: 'M9.5 2.5h4v4M13.3 2.7L7.5 8.5M11.5 9.5v4h-9v-9h4',
  download: 'M8 2.5v8M4.8 7.5L8 10.7l3.2-3.2M2.8 13.5h10.4',
  copy: 'M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1',
  picture: 'M2.5 3.5h11v9h-11zM2.7 10.8l3-3 2.6 2.6 2-2 3 3M10.6 6.3h.01',
  mail: 'M2 3.5h12v9H2zM2.2 4L8 8.6 13.8 4',
  back: 'M13 8H3M7 4L3 8l4 4',
  left: 'M10 3.5L5.5 8l4.5 4.5',
  right: 'M6 3.5L10.5 8 6 12.5',
  down: 'M4 6.2L8 10l4-3.8',
  up: 'M4 9.8L8 6l4 3.8',
  arrowUp: 'M8 12.5v-9M4.5 7L8 3.5 11.5 7',
  arrowDown: 'M8 3.5v9M4.5 9L8 12.5 11.5 9',
  side: 'M2.5 3.5h11v9h-11zM6.5 3.5v9',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
} as const

export type IconName = keyof typeof paths

/** Always next to a text, so hidden from screen readers. */
export const Icon = ({ name, size }: { name: IconName; size?: IconSize }) => <Drawing path={paths[name]} size={size} />
