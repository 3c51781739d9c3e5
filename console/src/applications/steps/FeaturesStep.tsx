import { FEATURES_PAGE, MAY_NOT_PRICE, NO_FEATURES } from '@hikmah/contract/applications'
import { useState } from 'react'
import { wholeDollars } from '../../kit/format/money.ts'
import { AddPart, PartActions, PartsTable } from '../../kit/parts/Parts.tsx'
import { ProductStatusBadge } from '../../plans/ProductStatusBadge.tsx'
import type { ApplicationForm, ApplicationValues, Feature } from '../application-form.ts'
import { FeatureDialog } from './FeatureDialog.tsx'

/** Step 2: what it can do, and what of it costs something. */
export function FeaturesStep({ form, mayPrice }: { form: ApplicationForm; mayPrice: boolean }) {
  const { features } = form.values
  const [open, setOpen] = useState<number>()
  const add = <AddPart path="features" label="Add feature" onClick={() => setOpen(features.length)} />

  return (
    <>
      {features.length > 0 && add}
      <PartsTable
        name="Features"
        parts={features}
        perPage={FEATURES_PAGE}
        empty={{ title: NO_FEATURES, text: 'Add one feature to go on to Plans.', action: add }}
        columns={[
          {
            header: 'Feature',
            cell: ({ title, description }) => (
              <>
                <b>{title}</b>
                {description && <small>{description}</small>}
              </>
            ),
          },
          { header: 'Type', width: 96, cell: ({ featureType }) => featureType },
          { header: 'Price', width: 112, align: 'right', cell: ({ price }) => wholeDollars(price) },
          { header: 'Status', width: 148, cell: ({ status }) => <ProductStatusBadge status={status} /> },
          {
            header: 'Action',
            width: 120,
            align: 'right',
            cell: (feature, i) => (
              <PartActions
                what="feature"
                name={feature.title}
                stays={!mayPrice && feature.price > 0 ? MAY_NOT_PRICE : undefined}
                onEdit={() => setOpen(i)}
                onRemove={() => form.setValues(withoutFeature(form.values, i, mayPrice))}
              />
            ),
          },
        ]}
      />
      {open !== undefined && (
        <FeatureDialog
          feature={features[open]}
          taken={features.filter((_, i) => i !== open).map(({ title }) => title)}
          mayPrice={mayPrice}
          onClose={() => setOpen(undefined)}
          onSave={(feature: Feature) => {
            form.setValues(withFeature(form.values, open, feature, mayPrice))
            setOpen(undefined)
          }}
        />
      )}
    </>
  )
}

type Features = Pick<ApplicationValues, 'features' | 'plans'>

/**
 * Puts the feature in its place, or at the end. A plan knows a feature by its title, so the plans that have it follow,
 * unless the person may not change plans.
 */
function withFeature(values: Features, at: number, feature: Feature, mayPrice: boolean): Features {
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
function withoutFeature(values: Features, at: number, mayPrice: boolean): Features {
  const gone = values.features[at]?.title
  const features = values.features.filter((_, i) => i !== at)
  if (!mayPrice) return { features, plans: values.plans }
  const plans = values.plans.map((plan) => ({
    ...plan,
    features: plan.features.filter(({ title }) => title !== gone),
  }))
  return { features, plans }
}
