import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type MantineThemeOverride,
  mergeMantineTheme,
} from '@mantine/core'

const px = (size: number) => `${size / 16}rem`

/** The values of the theme without its components: also read at build, where CSS modules cannot be imported. */
export const themeValues: MantineThemeOverride = {
  colors: {
    emerald: [
      '#ecf8f2',
      '#d6efe3',
      '#aedfc8',
      '#7fcba8',
      '#4fb386',
      '#1f9467',
      '#10754f',
      '#0b6a48',
      '#08553a',
      '#053f2b',
    ],
    gray: [
      '#fafbfa',
      '#f5f7f6',
      '#e8ebe9',
      '#d6dbd8',
      '#bcc3bf',
      '#8a938e',
      '#68716c',
      '#4d5651',
      '#2f3632',
      '#161b18',
    ],
    dark: [
      '#ecefed',
      '#cdd4d0',
      '#aab3ae',
      '#8a948f',
      '#69736e',
      '#363e3a',
      '#242a27',
      '#181d1b',
      '#121614',
      '#0c0f0e',
    ],
  },
  primaryColor: 'emerald',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  white: '#ffffff',
  black: '#161b18',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: px(11), sm: px(12), md: px(13), lg: px(14), xl: px(16) },
  lineHeights: { xs: '1.4545', sm: '1.3333', md: '1.5385', lg: '1.4286', xl: '1.5' },
  fontWeights: { regular: '420', medium: '520', semibold: '620', bold: '620' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: px(20), lineHeight: '1.4' },
      h2: { fontSize: px(16), lineHeight: '1.5' },
      h3: { fontSize: px(14), lineHeight: '1.4286' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px' },
  defaultRadius: 'md',
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'var(--shadow-overlay)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
}

/** Mantine's names for what tokens.css names; the tokens carry light and dark themselves. */
const mapped: Record<string, string> = {
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--danger-fg)',
  '--mantine-color-success': 'var(--success-fg)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--primary)',
  '--mantine-primary-color-filled-hover': 'var(--primary-hover)',
}

const unused = /^--mantine-color-(red|pink|grape|violet|indigo|cyan|teal|lime|yellow|orange|blue|green)-/

/** Without the colours that the console never uses and the names that are mapped above. */
const keptOf = (variables: Record<string, string>) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !unused.test(name) && !(name in mapped)))

/** The sheet that Mantine's provider would put into the page. */
export function mantineVariables(): string {
  const theme = mergeMantineTheme(DEFAULT_THEME, themeValues)
  const { variables, light, dark } = defaultCssVariablesResolver(theme)
  return convertCssVariables({
    variables: { ...keptOf(variables), ...mapped },
    light: keptOf(light),
    dark: keptOf(dark),
  })
}
