import { stringify } from 'csv-stringify/sync'

/**
 * One record of RFC 4180 with its line end. Every cell is quoted, since some spreadsheets split at semicolons; what a
 * spreadsheet would take for a formula begins with an apostrophe, except negative numbers, which are to be added up. So
 * do digits that it would read as another number: the ZIP code 02115, or more of them than it can count.
 */
export const csvLine = (values: (string | number)[]) =>
  stringify([values], {
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: {
      string: (value) => {
        if (/^-\d+(\.\d+)?$/.test(value)) return { value, escape_formulas: false }
        return /^(0\d+|\d{16,})$/.test(value) ? `'${value}` : value
      },
    },
  })
