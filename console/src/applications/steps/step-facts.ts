import {
  applicationFields,
  applicationSteps,
  FEATURE_MISSING,
  HARDWARE_ITEM_MISSING,
  PLAN_MISSING,
} from '@hikmah/contract/applications'
import { planProblem } from '@hikmah/contract/plans'
import { plural } from '../../kit/format/texts.ts'
import { problemElsewhere as elsewhere, type WizardStep } from '../../kit/wizard/WizardFrame.tsx'
import { type ApplicationValues, basicRules } from '../application-form.ts'

export const NO_FEATURES_YET = 'No features yet'

export interface Problem {
  reason: string
  /** The field that it is about, by its `data-path`. */
  path: string
}

const both = (parts: string[]) => [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')

function basicProblem(values: ApplicationValues): Problem | undefined {
  const missing = (
    [
      ['name', 'an application', values.name],
      ['displayName', 'a product name', values.displayName],
      ['shortDescription', 'a short description', values.shortDescription],
      ['longDescription', 'a long description', values.longDescription],
      ['image', 'a logo', values.image.url],
      ['icon', 'an icon', values.icon.url],
    ] as const
  ).filter(([, , value]) => value.trim() === '')
  const [first] = missing
  if (first) return { reason: `Needs ${both(missing.map(([, what]) => what))}`, path: first[0] }
  for (const [path, rule] of Object.entries(basicRules)) {
    const wrong = rule(values[path as keyof typeof basicRules])
    if (wrong) return { reason: `Check the fields above: ${wrong}`, path }
  }
}

/** Why each step is not complete. */
const problems: ((values: ApplicationValues) => Problem | undefined)[] = [
  basicProblem,
  ({ features }) => (features.length === 0 ? { reason: FEATURE_MISSING, path: 'features' } : undefined),
  ({ plans }) => (plans.length === 0 ? { reason: PLAN_MISSING, path: 'plans' } : undefined),
  ({ showHardware, hardware }) =>
    showHardware && hardware.length === 0 ? { reason: HARDWARE_ITEM_MISSING, path: 'hardware' } : undefined,
  ({ status }) => (status === '' ? { reason: 'Choose a status', path: 'status' } : undefined),
]

const laterSteps: Record<string, number> = { features: 1, plans: 2, hardware: 3, showHardware: 3, status: 4 }

export const stepOf = (field: string) => laterSteps[field] ?? 0

const fieldNames: Record<string, string> = applicationFields
const stepsWithFields = [0, applicationSteps.length - 1]

export const problemElsewhere = (errors: Record<string, unknown>, open: number) =>
  elsewhere(errors, open, {
    steps: applicationSteps,
    stepOf,
    nameOf: (field) => fieldNames[field] ?? field,
    isShown: (field) => field in fieldNames && stepsWithFields.includes(stepOf(field)),
  })

export const stepProblem = (step: number, values: ApplicationValues) => problems[step]?.(values)

/** The first step that is not complete, with why. */
export function firstProblem(values: ApplicationValues): (Problem & { step: number }) | undefined {
  for (const [step, problem] of problems.entries()) {
    const found = problem(values)
    if (found) return { ...found, step }
  }
}

const facts: ((values: ApplicationValues) => string)[] = [
  ({ displayName }) => displayName.trim() || 'Not complete',
  ({ features }) => {
    const paid = features.filter(({ featureType }) => featureType === 'Paid').length
    if (features.length === 0) return NO_FEATURES_YET
    return `${plural(features.length, 'feature')}${paid > 0 ? `, ${paid} Paid` : ''}`
  },
  ({ plans }) => {
    const unpriced = plans.filter(planProblem).length
    return `${plural(plans.length, 'plan')}${unpriced > 0 ? `, ${unpriced} not ready to sell` : ''}`
  },
  ({ showHardware, hardware }) => (showHardware ? plural(hardware.length, 'item') : 'Off'),
  ({ status }) => status || 'Not chosen',
]

/** The steps as the rail shows them. `furthest` is the last one that was opened. */
export const railOf = (values: ApplicationValues, furthest: number): WizardStep[] =>
  applicationSteps.map((name, i) => ({
    name,
    fact: i > furthest ? 'Not started' : (facts[i]?.(values) ?? ''),
    isDone: stepProblem(i, values) === undefined,
  }))
