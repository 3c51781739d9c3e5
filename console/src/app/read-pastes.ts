import { readPasted } from '@hikmah/contract/typed'

const isPassword = ({ type, autocomplete }: HTMLInputElement) =>
  type === 'password' || autocomplete.includes('password')

// What is pasted stands in its field as the server will read it.
document.addEventListener('paste', (event) => {
  const { target, clipboardData } = event
  const isLong = target instanceof HTMLTextAreaElement
  if (!isLong && (!(target instanceof HTMLInputElement) || isPassword(target))) return
  const pasted = clipboardData?.getData('text/plain') ?? ''
  const read = readPasted(pasted, isLong)
  if (read === pasted || event.defaultPrevented) return
  event.preventDefault()
  // Deprecated, but nothing else inserts a text that can be undone and that React hears of.
  document.execCommand('insertText', false, read)
})
