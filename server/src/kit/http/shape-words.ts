import { REQUIRED } from '@hikmah/contract/words'
import type { z } from 'zod'

const units: Record<string, string> = { string: ' characters', array: ' entries', file: ' bytes' }

export const typeWords = (expected = 'another type') => `Expected ${expected === 'int' ? 'a whole number' : expected}`

/** What is said of a value that breaks a rule for which the contract has no words. */
export const shapeWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_union') return unionWords(issue.errors)
  if (issue.input === undefined) return REQUIRED
  if (issue.code === 'invalid_type') return typeWords(issue.expected)
  if (issue.code === 'invalid_value') return `Expected ${issue.values.map((value) => value || 'nothing').join(' or ')}`
  if (issue.code === 'too_small')
    return `${issue.inclusive === false ? 'More than' : 'At least'} ${issue.minimum}${units[issue.origin] ?? ''}`
  if (issue.code === 'too_big')
    return `${issue.inclusive === false ? 'Less than' : 'At most'} ${issue.maximum}${units[issue.origin] ?? ''}`
  return undefined
}

/** What the form it comes nearest to says: the first that does not refuse its very type or value. */
function unionWords(forms: z.core.$ZodIssue[][]): string | undefined {
  const isOther = ({ code, path }: z.core.$ZodIssue) => /^invalid_(type|value)$/.test(code) && path.length === 0
  const near = forms.find(([first]) => first && !isOther(first))
  const named = forms.find(([first]) => first?.code === 'invalid_value' && first.values.some(Boolean))
  return (near ?? named ?? forms.at(-1))?.[0]?.message
}
