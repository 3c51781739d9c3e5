import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { themeValues } from './theme-values.ts'

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
