const pub78Codes: Record<string, string> = {
  PC: 'Public charity',
  POF: 'Private operating foundation',
  PF: 'Private foundation',
  GROUP: 'Central organization of a group',
  LODGE: 'Lodge',
  UNKWN: 'Public charity status not determined',
  EO: 'Other, section 170(c)',
  FED: 'Contributions for governmental use',
  FORGN: 'Foreign address',
  SO: 'Supporting organization',
  SONFI: 'Supporting, not integrated',
  SOUNK: 'Supporting, unspecified',
}

/** "Church, 170(b)(1)(A)(i), code 10"; a code that has no words here stands alone. */
export const inWords = (words: Record<string, string>) => (code: string) =>
  code === '' ? undefined : words[code] ? `${words[code]}, code ${code}` : `Code ${code}`

/** The codes of Publication 78, as its documentation gives them; '' where there is none. */
export const pub78Text = (codes: string[]) => codes.map(inWords(pub78Codes)).join('; ')
