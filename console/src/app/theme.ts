import {
  ActionIcon,
  Button,
  Checkbox,
  CloseButton,
  createTheme,
  Input,
  InputWrapper,
  PasswordInput,
} from '@mantine/core'
import classes from './theme.module.css'
import { themeValues } from './theme-values.ts'

/** The theme of the public pages. The console adds to it, so that its components stay out of the small bundle. */
export const theme = createTheme({
  ...themeValues,
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Button: Button.extend({ defaultProps: { size: 'sm' }, classNames: { root: classes.button } }),
    Checkbox: Checkbox.extend({
      defaultProps: { size: 'xs' },
      classNames: { input: classes.check, label: classes.checkLabel },
    }),
    CloseButton: CloseButton.extend({ defaultProps: { variant: 'subtle' } }),
    Input: Input.extend({ classNames: { input: classes.input, wrapper: classes.inputWrapper } }),
    InputWrapper: InputWrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'], withAsterisk: false },
      classNames: { label: classes.label, description: classes.description, error: classes.error },
    }),
    PasswordInput: PasswordInput.extend({ classNames: { innerInput: classes.innerInput } }),
  },
})
