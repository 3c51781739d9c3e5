import type { GetInputPropsReturnType } from '@mantine/form'

let isDown = false
const waiting: (() => void)[] = []

// A finger's mouse events come once it is up again, and only then does the field lose the focus.
for (const type of ['pointerdown', 'mousedown'] as const) {
  addEventListener(
    type,
    ({ button }) => {
      if (button === 0) isDown = true
    },
    true,
  )
}
for (const type of ['pointerup', 'pointercancel', 'mouseup'] as const) {
  addEventListener(
    type,
    () => {
      isDown = false
      setTimeout(() => {
        for (const run of waiting.splice(0)) run()
      })
    },
    true,
  )
}

/** Runs once nothing is pressed: an error that appears during a press moves the target away, and no click follows. */
export function afterPress(run: () => void) {
  if (isDown) waiting.push(run)
  else run()
}

/** For `useForm`: a field that is left shows its error. */
export const validateWhenLeft = {
  validateInputOnBlur: true,
  enhanceGetInputProps: ({ inputProps: { onBlur } }: { inputProps: GetInputPropsReturnType }) =>
    onBlur && { onBlur: () => afterPress(onBlur) },
}
