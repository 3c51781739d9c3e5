import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Texts for people: three words or more, the first one capitalized. */
const isForPeople = (text: string) => /^[A-Z]/.test(text) && text.split(' ').length > 2

/** Texts that are the same by chance, or that the types compare. */
const mayRepeat = [
  // The team of the console and the team of an organization.
  'Add team member',
  'No team members',
  // The address of a person and the address of an organization, each in its table of labels.
  'Address line 1',
  // What a permission allows, and the call or dialog that it opens.
  'Export the audit trail',
  'Import IRS files',
  'Send an email again',
  // Names of date formats: their type admits no other spelling.
  'MMM DD, YYYY',
  'MMM DD, YYYY h:mm A',
  'MMMM Do YYYY, h:mm:ss a',
  // Codes of two lists of the IRS, and a reason for a rejection.
  'Not a 501(c)(3)',
  'Private operating foundation',
]

/** Every text of a file that is written out in full: strings, templates without values, and the words of elements. */
function textsOf(file: string): Set<string> {
  const texts = new Set<string>()
  const add = (text: string) => {
    const words = text.replaceAll(/\s+/g, ' ').trim()
    if (isForPeople(words)) texts.add(words)
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const part of node) visit(part)
      return
    }
    if (typeof node !== 'object' || node === null) return
    const { type, value, quasis } = node as { type?: string; value?: unknown; quasis?: { cooked?: string }[] }
    if ((type === 'StringLiteral' || type === 'JSXText') && typeof value === 'string') add(value)
    if (type === 'TemplateLiteral' && quasis?.length === 1) add(quasis[0]!.cooked ?? '')
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseSync(readFileSync(join(ROOT, file), 'utf8'), { syntax: 'typescript', tsx: file.endsWith('.tsx') }).body)
  return texts
}

test('a text for people stands in one source file', () => {
  const sources = globSync('{console,server,contract}/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$|^server\/src\/demo\//.test(file),
  )
  const places = new Map<string, string[]>()
  for (const file of sources) {
    for (const text of textsOf(file)) places.set(text, [...(places.get(text) ?? []), file])
  }
  const repeated = [...places].filter(([, files]) => files.length > 1)
  const unexpected = repeated.filter(([text]) => !mayRepeat.includes(text))
  expect(unexpected.map(([text, files]) => `${text}: ${files.join(', ')}`).toSorted()).toEqual([])
  const repeatedTexts = new Set(repeated.map(([text]) => text))
  expect(mayRepeat.filter((text) => !repeatedTexts.has(text))).toEqual([])
})
