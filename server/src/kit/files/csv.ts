/** A spreadsheet takes a cell that begins so for a formula and would run it. */
const FORMULA = /^[=+\-@\t\r]/

const cellOf = (value: string | number) => {
  const text = String(value)
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One record of RFC 4180, with its line end. */
export const csvLine = (values: (string | number)[]) => `${values.map(cellOf).join(',')}\r\n`
