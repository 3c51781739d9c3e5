/** Upper-cases what stands in the field and leaves the caret where it is. */
export function upperCased(input: HTMLInputElement): string {
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
  return input.value
}
