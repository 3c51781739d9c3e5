import {
  Anchor,
  createTheme,
  Drawer,
  Kbd,
  Menu,
  Modal,
  mergeThemeOverrides,
  Notification,
  Pagination,
  Radio,
  Tooltip,
} from '@mantine/core'
import classes from './console-theme.module.css'
import themeClasses from './theme.module.css'
import { theme } from './theme.ts'

// lockScroll injects a style element, which the policy refuses; base.css stops the page from scrolling instead.
const dialog = { lockScroll: false, transitionProps: { duration: 120 } }
const closeButtonProps = { 'aria-label': 'Close' }

export const consoleTheme = mergeThemeOverrides(
  theme,
  createTheme({
    components: {
      Anchor: Anchor.extend({ defaultProps: { underline: 'hover', inherit: true } }),
      Drawer: Drawer.extend({
        defaultProps: { ...dialog, closeButtonProps },
        classNames: { overlay: classes.scrim },
      }),
      Kbd: Kbd.extend({ classNames: { root: classes.key } }),
      Menu: Menu.extend({
        defaultProps: { shadow: 'xl', transitionProps: { duration: 80 } },
        classNames: { dropdown: classes.menu, item: classes.menuItem, label: classes.menuLabel },
      }),
      Modal: Modal.extend({
        defaultProps: { ...dialog, closeButtonProps, radius: 'lg', centered: true, shadow: 'xl' },
        classNames: {
          overlay: classes.scrim,
          content: classes.dialog,
          header: classes.dialogHead,
          title: classes.dialogTitle,
          body: classes.dialogBody,
        },
      }),
      Notification: Notification.extend({
        defaultProps: { withBorder: true },
        classNames: {
          root: classes.toast,
          icon: classes.toastIcon,
          title: classes.toastTitle,
          description: classes.toastText,
          closeButton: classes.toastClose,
        },
      }),
      Pagination: Pagination.extend({ classNames: { control: classes.page, dots: classes.dots } }),
      Radio: Radio.extend({
        defaultProps: { size: 'xs' },
        classNames: { radio: themeClasses.check, label: themeClasses.checkLabel },
      }),
      Tooltip: Tooltip.extend({
        defaultProps: {
          events: { hover: true, focus: true, touch: true },
          openDelay: 200,
          multiline: true,
          maw: 280,
        },
        classNames: { tooltip: classes.tooltip },
      }),
    },
  }),
)
