import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Mark } from '../icons/public-icons.tsx'
import classes from './LetterPage.module.css'

/** The name of each language in itself, on the button that chooses it. */
const languageNames = { en: 'English', ar: 'العربية', ur: 'اردو' }
export type PageLanguage = keyof typeof languageNames
const pageLanguages = Object.keys(languageNames) as PageLanguage[]

/** Of the browser, until it is known in which the letters are written. */
export const browserLanguage = () => pageLanguages.find((language) => navigator.language.startsWith(language)) ?? 'en'

interface Props {
  words: { language: PageLanguage; direction: 'ltr' | 'rtl' }
  title: string
  onChoose: (language: PageLanguage) => void
  aside?: ReactNode
  children: ReactNode
}

/** A page to which a link in a letter leads, in the languages of letters. */
export function LetterPage({ words: { language, direction }, title, onChoose, aside, children }: Props) {
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = direction
  }, [language, direction])
  return (
    <div className={classes.page} dir={direction} lang={language}>
      <title>{`${title} - Hikmah`}</title>
      <header className={classes.header}>
        <div>
          <span className={classes.brand}>
            <Mark />
            Hikmah
          </span>
          <span className={classes.languages}>
            {pageLanguages
              .filter((one) => one !== language)
              .map((one) => (
                <Button key={one} variant="default" lang={one} onClick={() => onChoose(one)}>
                  {languageNames[one]}
                </Button>
              ))}
          </span>
        </div>
      </header>
      <div className={classes.columns}>
        <main className={classes.main}>
          <h1>{title}</h1>
          {children}
        </main>
        {aside}
      </div>
    </div>
  )
}

export const Lead = ({ children }: { children: ReactNode }) => <p className={classes.lead}>{children}</p>
