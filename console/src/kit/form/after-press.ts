import type { GetInputPropsReturnType } from '@mantine/form'

let isDown = false
const waiting: (() => void)[] = []

function onDown({ button }: MouseEvent) {
  if (button === 0) isDown = true
}

function onUp() {
  isDown = false
  setTimeout(() => {
    for (const run of waiting.splice(0)) run()
  })
}

// A finger's mouse events come once it is up again, and only then does the field lose the focus.
for (const type of ['pointerdown', 'mousedown'] as const) addEventListener(type, onDown, true)
for (const type of ['pointerup', 'pointercancel', 'mouseup'] as const) addEventListener(type, onUp, true)

/** An error that appears during a press moves the target away, and no click follows. */
export function afterPress(run: () => void) {
  if (isDown) waiting.push(run)
  else run()
}

/** For `useForm`: a field shows its error once it loses the focus. */
export const validateWhenLeft = {
  validateInputOnBlur: true,
  enhanceGetInputProps: ({ inputProps: { onBlur } }: { inputProps: GetInputPropsReturnType }) =>
    onBlur && { onBlur: () => afterPress(onBlur) },
}
