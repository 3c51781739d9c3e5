import { expect, test } from 'vitest'
import { keyOf } from './shortcuts.ts'

const no = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const shift = { shiftKey: true }
const ctrl = { ctrlKey: true }
const altGr = { ctrlKey: true, altKey: true }

test.each([
  ['United States', 'k', 'KeyK', ctrl, 'ctrl+k'],
  ['United States, Mac', 'k', 'KeyK', { metaKey: true }, 'ctrl+k'],
  ['United States, Shift', 'A', 'KeyA', shift, 'shift+a'],
  ['United States, Caps Lock', 'A', 'KeyA', {}, 'a'],
  ['United States', '?', 'Slash', shift, '?'],
  ['United States, no digit', '!', 'Digit1', shift, '!'],
  ['United States, Alt', 'a', 'KeyA', { altKey: true }, undefined],
  ['United States, Alt', '/', 'Slash', { altKey: true }, undefined],
  ['Arabic', 'ن', 'KeyK', ctrl, 'ctrl+k'],
  ['Arabic', 'ش', 'KeyA', {}, 'a'],
  ['Arabic, Shift', 'ِ', 'KeyA', shift, 'shift+a'],
  ['Arabic, a ligature', 'لا', 'KeyB', {}, 'b'],
  ['Arabic', 'ظ', 'Slash', {}, '/'],
  ['Arabic', '؟', 'Slash', shift, '?'],
  ['Arabic', 'ج', 'BracketLeft', {}, '['],
  ['Persian digits', '۲', 'Digit2', {}, '2'],
  ['Russian', 'л', 'KeyK', ctrl, 'ctrl+k'],
  ['Russian', 'г', 'KeyU', {}, 'u'],
  ['Russian', 'х', 'BracketLeft', {}, '['],
  ['Russian', '/', 'Backslash', shift, '/'],
  ['Russian', '?', 'Digit7', shift, '?'],
  ['Greek', 'Σ', 'KeyS', shift, 'shift+s'],
  ['Hebrew', 'ל', 'KeyK', ctrl, 'ctrl+k'],
  ['Turkish', 'ı', 'KeyI', {}, 'i'],
  ['French', 'a', 'KeyQ', {}, 'a'],
  ['French', 'm', 'Semicolon', {}, 'm'],
  ['French', '&', 'Digit1', {}, '1'],
  ['French', 'é', 'Digit2', {}, '2'],
  ['French, Shift', '2', 'Digit2', shift, '2'],
  ['French', '/', 'Period', shift, '/'],
  ['French, AltGr', '[', 'Digit5', altGr, '['],
  ['French, Mac', '[', 'Digit5', { altKey: true, shiftKey: true }, '['],
  ['German', '/', 'Digit7', shift, '/'],
  ['German, AltGr', '[', 'Digit8', altGr, '['],
  ['Dvorak', 'k', 'KeyV', ctrl, 'ctrl+k'],
  ['any', 'Enter', 'Enter', ctrl, 'ctrl+enter'],
  ['any', 'Escape', 'Escape', {}, 'escape'],
  ['any', '3', 'Numpad3', {}, '3'],
] as const)('%s: %s of %s', (_, key, code, held, read) => {
  expect(keyOf({ ...no, key, code, ...held })).toBe(read)
})
