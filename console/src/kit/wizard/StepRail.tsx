import { Icon } from '../icons/icons.tsx'
import classes from './StepRail.module.css'

export interface WizardStep {
  name: string
  /** One line about its content, such as "9 features, 3 Paid". */
  fact: string
  /** It is complete. */
  isDone: boolean
}

interface Props {
  steps: readonly WizardStep[]
  step: number
  /** The last one that can be opened from here. */
  reach: number
  onStep: (step: number) => void
}

/** The steps of a wizard in equal cells: done, current and later. */
export function StepRail({ steps, step, reach, onStep }: Props) {
  return (
    <nav aria-label="Steps">
      <ol className={classes.rail}>
        {steps.map(({ name, fact, isDone }, i) => {
          const isCurrent = i === step
          const isTicked = isDone && !isCurrent && i <= reach
          const cell = (
            <>
              <span className={classes.circle} aria-hidden="true">
                {isTicked ? <Icon name="check" size={12} /> : i + 1}
              </span>
              <span className={classes.name}>{name}</span>
              <span className={classes.fact}>{fact}</span>
            </>
          )
          return (
            <li
              key={name}
              data-state={isCurrent ? 'current' : isTicked ? 'done' : 'later'}
              data-needs={(isCurrent && !isDone) || undefined}
              aria-current={isCurrent ? 'step' : undefined}
            >
              {isCurrent || i > reach ? (
                <span className={classes.cell}>{cell}</span>
              ) : (
                <button type="button" className={classes.cell} onClick={() => onStep(i)}>
                  {cell}
                </button>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
