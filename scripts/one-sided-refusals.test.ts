import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const REFUSALS = ['conflict', 'unprocessable', 'forbidden', 'forbiddenField', 'duplicate']

/**
 * What only the server can know, so that no screen could say it before. Every other reason why something is refused is
 * a rule or a text of the contract, which the console shows beside the button it disables.
 */
const onlyTheServerKnows: Record<string, string[]> = {
  'Another request was faster.': [
    'Somebody else saved this while you were editing',
    'This upload is over',
    'The part before this one is missing',
    'The same image was deleted just now. Send it again.',
    'This draft was changed in another tab',
    'The order of this checkout already exists',
    'This customer is already linked to an organization',
    'No promo code is applied',
    'This decision can no longer be undone. Reopen the review instead.',
    'The EIN was approved for another organization since: …. Decide on this review again.',
    'Undoing this would leave an approval …. … Decide on this review again.',
    'This subscription has just changed and is being read again. Try again in a moment.',
    'The period of this plan has ended meanwhile, so nothing was planned. See what it is now.',
    'This plan was changed while you were looking at it, so nothing was done. See what it is now.',
    'This email is already on its way',
    'A newer email has replaced this one. Send that one again.',
    'The invite in this email was accepted or withdrawn, or has expired.',
    'The link in this email is hidden since it was sent. Send a new one to the organization.',
    'Every link has ended already',
  ],
  'Another row has it.': [
    'A device with this id already exists',
    'This MAC address belongs to device …',
    'There is already an open invite for this email. Send it again instead.',
    'The organization already has a member with this email',
    'This image is used by ……',
  ],
  'No screen of the console calls it so.': [
    'This organization is blocked and cannot agree to anything',
    'This organization is blocked; its documents cannot be submitted',
    'This checkout has a customer: link the customer instead',
    'This token belongs to another organization',
    'You can only edit your own profile',
    'You cannot edit the profile of another owner',
    'You can only change your own password',
    'Sign in from the console itself',
  ],
}

interface Node {
  type?: string
  value?: unknown
  quasis?: { cooked?: string }[]
  callee?: { value?: string }
  arguments?: unknown[]
}

/** Calls `visit` with each node of a syntax tree. */
function walk(node: unknown, visit: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) visit(node as Node)
  for (const child of Object.values(node)) walk(child, visit)
}

/** The sentences that are written out in the calls of a file that refuse; what is filled in stands as …. */
function refusedSentences(file: string): string[] {
  const sentences: string[] = []
  const addSentence = ({ type, value, quasis }: Node) => {
    if (type === 'StringLiteral' && typeof value === 'string') sentences.push(value)
    if (type === 'TemplateLiteral') sentences.push(quasis!.map(({ cooked }) => cooked ?? '').join('…'))
  }
  const { body } = parseSync(readFileSync(join(ROOT, file), 'utf8'), { syntax: 'typescript' })
  walk(body, ({ type, callee, arguments: values }) => {
    if (type === 'CallExpression' && REFUSALS.includes(callee?.value ?? '')) walk(values, addSentence)
  })
  return sentences.filter((sentence) => /^[A-Z].* [a-z]/.test(sentence))
}

test('what the server refuses by a sentence of its own is what only the server can know', () => {
  const files = globSync('server/src/**/*.ts', { cwd: ROOT }).filter((file) => !/\.test\.ts$/.test(file))
  const sentences = files.flatMap(refusedSentences)
  expect(sentences.toSorted()).toEqual(Object.values(onlyTheServerKnows).flat().toSorted())
})
