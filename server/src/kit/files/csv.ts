import { stringify } from 'csv-stringify/sync'

/**
 * One record of RFC 4180 with its line end. Every cell is quoted, since some spreadsheets split at semicolons; what a
 * spreadsheet would take for a formula begins with an apostrophe, except negative numbers, which are to be added up.
 */
export const csvLine = (values: (string | number)[]) =>
  stringify([values], {
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { string: (value) => (/^-\d+(\.\d+)?$/.test(value) ? { value, escape_formulas: false } : value) },
  })
