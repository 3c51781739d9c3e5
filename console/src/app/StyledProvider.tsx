import {
  type ActionIconFactory,
  type AnchorFactory,
  type ButtonFactory,
  type CheckboxFactory,
  createTheme,
  type DrawerFactory,
  type ExtendComponent,
  type FactoryPayload,
  type InputFactory,
  type InputWrapperFactory,
  type KbdFactory,
  MantineProvider,
  type ModalFactory,
  type PaginationFactory,
  type PasswordInputFactory,
  type RadioFactory,
} from '@mantine/core'
import { useSelector } from '@tanstack/react-store'
import { createElement, type ReactNode } from 'react'
import { runningRequests } from '../kit/api/api.ts'
import { PublicIcon } from '../kit/icons/public-icons.tsx'
import classes from './theme.module.css'
import { themeValues } from './theme-values.ts'

/** Like a component's own `extend`, but by type alone: importing them all would weigh down the sign-in page. */
const as = <F extends FactoryPayload>(parts: ExtendComponent<F>) => parts

const theme = createTheme({
  ...themeValues,
  components: {
    ActionIcon: as<ActionIconFactory>({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Anchor: as<AnchorFactory>({ defaultProps: { underline: 'hover', inherit: true } }),
    Button: as<ButtonFactory>({
      defaultProps: { size: 'sm', variant: 'filled' },
      classNames: { root: classes.button },
    }),
    Checkbox: as<CheckboxFactory>({
      defaultProps: { size: 'xs', radius: 'xs' },
      classNames: { input: classes.check, label: classes.checkLabel },
    }),
    Drawer: as<DrawerFactory>({ classNames: { overlay: classes.scrim } }),
    Input: as<InputFactory>({ classNames: { input: classes.input, wrapper: classes.inputWrapper } }),
    InputWrapper: as<InputWrapperFactory>({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'], withAsterisk: false },
      classNames: { label: classes.label, description: classes.description, error: classes.error },
    }),
    Kbd: as<KbdFactory>({ classNames: { root: classes.key } }),
    Modal: as<ModalFactory>({
      classNames: {
        overlay: classes.scrim,
        content: classes.dialog,
        title: classes.dialogTitle,
        body: classes.dialogBody,
      },
    }),
    Pagination: as<PaginationFactory>({ classNames: { control: classes.page, dots: classes.dots } }),
    PasswordInput: as<PasswordInputFactory>({
      defaultProps: {
        visibilityToggleIcon: ({ reveal }) => createElement(PublicIcon, { name: reveal ? 'eyeOff' : 'eye' }),
        // Mantine leaves it out of the tab order and away from screen readers.
        visibilityToggleButtonProps: { tabIndex: 0, 'aria-hidden': false, 'aria-label': 'Show what is typed' },
      },
      classNames: { innerInput: classes.innerInput },
    }),
    Radio: as<RadioFactory>({
      defaultProps: { size: 'xs' },
      classNames: { radio: classes.check, label: classes.checkLabel },
    }),
  },
})

/** Mantine without anything it would inject into the page: its variables and classes are in the built sheets. */
export function StyledProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      <ProgressBar />
      {children}
    </MantineProvider>
  )
}

/** Shown at the top of the page while requests run. */
function ProgressBar() {
  const isRunning = useSelector(runningRequests) > 0
  return <div className={classes.progress} data-running={isRunning || undefined} aria-hidden="true" />
}
