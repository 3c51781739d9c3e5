import sharp from 'sharp'

/** Drawn for the demo data, one path each on a 24-px grid. */
const drawings = {
  web: 'M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  kiosk: 'M7 3h10v13H7zM12 16v5M9 21h6M10 7h4M10 10h4',
  fund: 'M12 11c-3-2-4-3-4-5a2 2 0 0 1 4-1 2 2 0 0 1 4 1c0 2-1 3-4 5zM3 16h4l3 2h6l5-4M3 20h11l7-5',
  screen: 'M3 4h18v12H3zM8 20h8M12 16v4M6 8h8M6 11h5',
  messages: 'M4 5h16v11h-9l-4 4v-4H4z',
  horn: 'M4 10v4h3l8 4V6l-8 4zM18 9v6',
  moon: 'M16 4a8 8 0 1 0 4 12A7 7 0 0 1 16 4z',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 20h4',
  bricks: 'M3 6h18v12H3zM3 12h18M9 6v6M15 12v6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l4 2',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
  cart: 'M3 5h3l2 10h10l2-7H7M10 19h.01M16 19h.01',
  repeat: 'M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5',
  people: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 20c0-4 3-6 6-6s6 2 6 6M16 6a3 3 0 0 1 0 6M18 14c2 1 3 3 3 6',
} as const

export type Drawing = keyof typeof drawings

const colours = ['#0b6a48', '#1f4fa8', '#7a4a00', '#435669']

/** The picture of a product: its drawing in one colour, a little different for each. */
export function productPng(drawing: Drawing, n: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="-4 -4 32 32"><rect x="-4" y="-4" width="32" height="32" fill="#fff"/><path d="${drawings[drawing]}" fill="none" stroke="${colours[n % colours.length]}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 3 }).toBuffer()
}
