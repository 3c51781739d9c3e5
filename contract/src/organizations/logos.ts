/** So many files at a time; a day has room for five times as many images. */
export const MAX_LOGOS = 100

/** Of the organizations with one shortname, so many are answered: with more than one a file belongs to none. */
export const LOGOS_SHOWN = 3

/** What a file is named after: icfremont.png after icfremont. */
export const logoName = (file: string) => file.replace(/\.[^.]*$/, '').trim()
