import {
  memberApplications,
  memberRoles,
  type RolePair,
  replacedBy,
  withPair,
} from '@hikmah/contract/organization-team'
import { Button, NativeSelect } from '@mantine/core'
import { fieldError } from '../kit/field/field-error.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './member.module.css'
import { pairText } from './member-words.ts'

export interface Chosen {
  application: string
  role: string
}

export const nothingChosen: Chosen = { application: '', role: '' }

/** The two choices as a role, once both are made. */
export function pairOf({ application, role }: Chosen): RolePair | undefined {
  const chosenApplication = memberApplications.find((name) => name === application)
  const roles = memberRoles.find((name) => name === role)
  return chosenApplication && roles && { application: chosenApplication, roles }
}

interface Props {
  pairs: RolePair[]
  onChange: (pairs: RolePair[]) => void
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  error?: string
}

/** Which role the member has in which application. It says in advance what a new pair replaces. */
export function RolePairs({ pairs, onChange, chosen, onChoose, error }: Props) {
  const pair = pairOf(chosen)
  const isThere = pair !== undefined && pairs.some((one) => pairText(one) === pairText(pair))
  const replaced = pair && !isThere ? replacedBy(pairs, pair) : []

  function add() {
    if (!pair) return
    onChange(withPair(pairs, pair))
    onChoose(nothingChosen)
  }

  return (
    <fieldset className={classes.pairs}>
      <legend>Applications and roles</legend>
      <ul>
        {pairs.map((one) => (
          <li key={one.application}>
            {pairText(one)}
            <Button
              variant="subtle"
              size="xs"
              aria-label={`Delete ${pairText(one)}`}
              leftSection={<Icon name="trash" size={14} />}
              onClick={() => onChange(pairs.filter(({ application: kept }) => kept !== one.application))}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes.choice}>
        <NativeSelect
          label="Application"
          data={[{ value: '', label: 'Choose' }, ...memberApplications]}
          value={chosen.application}
          onChange={({ currentTarget }) => onChoose({ ...chosen, application: currentTarget.value })}
          rightSection={<Icon name="down" size={12} />}
        />
        <NativeSelect
          label="Role"
          data={[{ value: '', label: 'Choose' }, ...memberRoles]}
          value={chosen.role}
          onChange={({ currentTarget }) => onChoose({ ...chosen, role: currentTarget.value })}
          rightSection={<Icon name="down" size={12} />}
        />
      </div>
      <p role="status" className={replaced.length > 0 ? classes.replaces : undefined}>
        {replaced.length > 0 && `Adding ${pair && pairText(pair)} replaces ${replaced.map(pairText).join(' and ')}.`}
      </p>
      <SubmitButton
        type="button"
        variant="default"
        reason={!pair ? 'Choose an application and a role' : isThere && 'This role is already in the list'}
        onClick={add}
      >
        Add role
      </SubmitButton>
      {error && <div className={classes.error}>{fieldError(error)}</div>}
    </fieldset>
  )
}
