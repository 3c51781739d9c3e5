import { Kbd } from '@mantine/core'
import frame from '../../kit/desk/desk.module.css'
import { LoadingLines } from '../../kit/page/Outlines.tsx'
import desk from '../desk.module.css'

const BOTH_REVIEWS = 'EIN and tax exemption'

interface Props {
  says?: string
  /** "2 of 31" */
  place?: string | undefined
}

export function DecisionHead({ says = '', place }: Props) {
  return (
    <div className={`${frame.band} ${desk.band}`}>
      <h2>Decision</h2>
      <p className={`${frame.sub} ${desk.sub}`}>
        <span>
          <span role="status">{says}</span>
          {says === '' && BOTH_REVIEWS}
        </span>
        {place && (
          <span className={frame.place}>
            {place}
            <span aria-hidden="true">
              <Kbd size="xs">J</Kbd>
              <Kbd size="xs">K</Kbd>
            </span>
          </span>
        )}
      </p>
    </div>
  )
}

export function DecisionWaiting({ isComing, place }: { isComing: boolean; place?: string | undefined }) {
  return (
    <div className={desk.waiting}>
      <DecisionHead place={place} />
      {isComing && <LoadingLines name="the decision" />}
    </div>
  )
}
