import { expect, test } from 'vitest'
import { cropPage, zooms, zoomText } from './crop-page.ts'

const LETTER = { width: 612, height: 792 }
/** One inch around, in parts. */
const inch = { left: 72 / 612, right: 540 / 612, top: 72 / 792, bottom: 700 / 792 }

test('the margins are left out, so that 12-pt type shows at about 11 px in the narrow column', () => {
  const crop = cropPage(LETTER, inch, 480, 1)
  expect(12 * crop.scale).toBeCloseTo(10.8, 0)
  expect(crop.width).toBe(480)
  expect(72 * crop.scale - crop.left, 'thirty pixels stay at the left').toBeCloseTo(30)
  expect(540 * crop.scale - crop.left, 'and at the right').toBeCloseTo(450)
})

test('what is drawn up to the edge leaves nothing out', () => {
  const full = { left: 0, right: 1, top: 0, bottom: 1 }
  expect(cropPage(LETTER, full, 480, 1)).toMatchObject({ left: 0, top: 0, width: 480, height: 621 })
})

test('a few words are not blown up, and stay inside the page', () => {
  const word = { left: 0.1, right: 0.15, top: 0.1, bottom: 0.12 }
  const crop = cropPage(LETTER, word, 480, 1)
  expect(crop.scale).toBe(1.5)
  expect(crop.left).toBeGreaterThanOrEqual(0)
  expect(crop.left + crop.width).toBeLessThanOrEqual(612 * crop.scale)
})

test('the whole page is shown on demand, and every step enlarges', () => {
  expect(cropPage(LETTER, inch, 480, 'page')).toMatchObject({ left: 0, top: 0, width: 480, height: 621 })
  const scales = zooms.map((zoom) => cropPage(LETTER, inch, 480, zoom).scale)
  expect(scales).toEqual(scales.toSorted((a, b) => a - b))
  expect(cropPage(LETTER, inch, 480, 2).width).toBeGreaterThan(480)
  expect(zooms.slice(0, 3).map(zoomText)).toEqual(['Whole page', 'Fit text', '125%'])
})
