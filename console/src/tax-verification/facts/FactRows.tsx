import { StatusBadge } from '../../kit/display/StatusBadge.tsx'
import { Icon } from '../../kit/icons/icons.tsx'
import type { Run } from './compare-names.ts'
import classes from './facts.module.css'
import type { Fact } from './irs-record.ts'

const tones = { against: 'danger', differs: 'warning', alike: 'success' } as const

interface Props {
  name: string
  facts: Fact[]
  /** What the two sides of a difference are called. */
  sides: [first: string, second: string]
}

/** What agrees is one line with a check; what differs stands one over the other, letter under letter. */
export const FactRows = ({ name, facts, sides }: Props) => (
  <table className={classes.facts} aria-label={name}>
    <tbody>
      {facts.map((fact) => (
        <tr key={`${fact.field} ${fact.result}`} data-state={fact.state}>
          <th scope="row">{fact.field}</th>
          <td>
            {fact.state === 'same' || fact.state === 'alone' ? (
              <OneLine fact={fact} />
            ) : (
              <Difference fact={fact} state={fact.state} sides={sides} />
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

function OneLine({ fact: { state, sent = [], exact, note } }: { fact: Fact }) {
  const isEmpty = sent.every(({ text }) => text === '')
  return (
    <div className={classes.line}>
      <span title={exactTitle(exact)}>
        {isEmpty ? <span className="quiet">Not given</span> : <FactText runs={sent} />}
        {note && <small> · {note}</small>}
      </span>
      {state === 'same' && (
        <>
          <Icon name="check" size={14} />
          <span className="spoken">Same in both</span>
        </>
      )}
    </div>
  )
}

interface DifferenceProps {
  fact: Fact
  state: keyof typeof tones
  sides: Props['sides']
}

function Difference({ fact: { sent, irs, exact, result, spoken, note }, state, sides }: DifferenceProps) {
  return (
    <>
      {sent && irs && (
        <dl className={classes.sides}>
          <dt>{sides[0]}</dt>
          <dd>
            <FactText runs={sent} mark="del" />
          </dd>
          <dt>{sides[1]}</dt>
          <dd title={exactTitle(exact)}>
            <FactText runs={irs} mark="ins" />
          </dd>
        </dl>
      )}
      {sent && !irs && <FactText runs={sent} />}
      <div className={classes.result}>
        <StatusBadge tone={tones[state]} bare>
          <span>
            {result}
            {spoken && <span className="spoken">. {spoken}</span>}
          </span>
        </StatusBadge>
      </div>
      {note && <p className={classes.note}>{note}</p>}
    </>
  )
}

const exactTitle = (exact: string | undefined) => (exact ? `IRS record: ${exact}` : undefined)

/** Isolated, so that a name in Arabic and Latin letters reads in one order wherever it stands. */
const FactText = ({ runs, mark: Mark = 'ins' }: { runs: Run[]; mark?: 'del' | 'ins' }) => (
  <bdi>
    {runs.map(({ text, isOnlyHere }, place) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a text stay in their order
      isOnlyHere ? <Mark key={place}>{text}</Mark> : text,
    )}
  </bdi>
)
