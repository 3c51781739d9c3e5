export interface WizardStep {
  name: string
  /** One line about its content, such as "9 features, 3 Paid". */
  fact: string
  /** It is complete. */
  isDone: boolean
}

interface Places {
  steps: readonly string[]
  stepOf: (field: string) => number
  nameOf: (field: string) => string
  /** Whether its step has a field that shows the error. */
  isShown: (field: string) => boolean
}

/** What is wrong, with its step and field, where no field of the open step shows it. */
export function problemElsewhere(
  errors: Record<string, unknown>,
  open: number,
  { steps, stepOf, nameOf, isShown }: Places,
) {
  const [field, said] = Object.entries(errors).find(([it, why]) => why && !(isShown(it) && stepOf(it) === open)) ?? []
  if (field === undefined) return undefined
  return `${[...new Set([steps[stepOf(field)], nameOf(field)])].join(', ')}: ${String(said)}`
}
