import type { ApplicationValues, Feature } from '../application-form.ts'

type Features = Pick<ApplicationValues, 'features' | 'plans'>

/**
 * Puts the feature in its place, or at the end. A plan knows a feature by its title, so the plans that have it follow,
 * unless the person may not change plans.
 */
export function withFeature(values: Features, at: number, feature: Feature, mayPrice: boolean): Features {
  const before = values.features[at]
  const features = before
    ? values.features.map((other, i) => (i === at ? feature : other))
    : [...values.features, feature]
  if (!before || !mayPrice) return { features, plans: values.plans }
  const { title, description } = feature
  const plans = values.plans.map((plan) => ({
    ...plan,
    features: plan.features.map((one) => (one.title === before.title ? { ...one, title, description } : one)),
  }))
  return { features, plans }
}

/** Without the feature, also in the plans. */
export function withoutFeature(values: Features, at: number, mayPrice: boolean): Features {
  const gone = values.features[at]?.title
  const features = values.features.filter((_, i) => i !== at)
  if (!mayPrice) return { features, plans: values.plans }
  const plans = values.plans.map((plan) => ({
    ...plan,
    features: plan.features.filter(({ title }) => title !== gone),
  }))
  return { features, plans }
}
