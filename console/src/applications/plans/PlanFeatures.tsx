import { planFeatureTypes } from '@hikmah/contract/plans'
import { ChoiceField } from '../../kit/field/ChoiceField.tsx'
import { FormSection } from '../../kit/form/Form.tsx'
import type { Offered, PlanFeatureType, PlanValues } from './plan-form.ts'
import classes from './plans.module.css'

interface Props {
  features: readonly Offered[]
  value: PlanValues['features']
  onChange: (value: PlanValues['features']) => void
}

/** Which features of the application the plan has, and how. */
export function PlanFeatures({ features, value, onChange }: Props) {
  function choose(title: string, type: string) {
    const { [title]: _, ...others } = value
    onChange(type === '' ? others : { ...others, [title]: type as PlanFeatureType })
  }
  return (
    <FormSection title="Features">
      {features.length === 0 && <p>No Features. They are added in the second step of the application.</p>}
      <ul className={classes.features}>
        {features.map(({ title, isGone }) => (
          <li key={title}>
            <span>
              {title}
              {isGone && <small>No longer a feature of the application</small>}
            </span>
            <ChoiceField
              aria-label={title}
              data={[{ value: '', label: 'Not in it' }, ...planFeatureTypes]}
              value={value[title] ?? ''}
              onChange={({ currentTarget }) => choose(title, currentTarget.value)}
            />
          </li>
        ))}
      </ul>
    </FormSection>
  )
}
