import {
  type Member,
  type MemberEdit,
  type MemberField,
  memberApplications,
  memberFields,
  memberRoles,
  memberRules,
  type RolePair,
  replacedBy,
  rolePairText,
  withPair,
} from '@hikmah/contract/organization-team'
import { type PersonName, splitName } from '@hikmah/contract/words'
import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { FormEvent, ReactNode } from 'react'
import type { z } from 'zod'
import type { ApiError } from '../kit/api/api.ts'
import { fieldError } from '../kit/field/field-error.tsx'
import { Switch } from '../kit/field/Switch.tsx'
import { ChoiceField, EMAIL_FIXED, FULL_NAME_HINT, TextField } from '../kit/field/TextField.tsx'
import { defineForm } from '../kit/form/define-form.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { stillNeeded } from '../kit/form/typed-numbers.ts'
import { fullName } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './member.module.css'

interface ChosenPair {
  application: string
  role: string
}

const nothingChosen: ChosenPair = { application: '', role: '' }

function completePair({ application, role }: ChosenPair): RolePair | undefined {
  const chosenApplication = memberApplications.find((name) => name === application)
  const roles = memberRoles.find((name) => name === role)
  return chosenApplication && roles && { application: chosenApplication, roles }
}

const isListed = (pairs: RolePair[], pair: RolePair) =>
  pairs.some((listed) => rolePairText(listed) === rolePairText(pair))

/** What is chosen counts, whether or not it was added to the list. */
export function withChosen(values: MemberValues): MemberValues {
  const pair = completePair(values.chosen)
  if (!pair) return values
  return {
    ...values,
    role: isListed(values.role, pair) ? values.role : withPair(values.role, pair),
    chosen: nothingChosen,
  }
}

/** The form has one field for both names. */
type FormField = Exclude<MemberField, 'firstName' | 'lastName'> | 'name'

type EditedValues = Pick<Member, 'role' | 'consoleAccess'> & { name: string }

export interface MemberValues extends EditedValues {
  userName: string
  /** What is chosen but not yet added to the list. */
  chosen: ChosenPair
}

interface Shapes {
  row: Member
  values: EditedValues
  sent: Omit<z.input<typeof MemberEdit>, keyof PersonName> & { name: PersonName }
  context: { form: UseFormReturnType<MemberValues> }
}

export const memberForm = defineForm<FormField, Shapes>(
  { ...memberFields, name: 'Name' },
  {
    name: {
      draw: ({ label, props }) => <TextField label={label} description={FULL_NAME_HINT} required {...props} />,
      read: (name) => fullName({ name }),
      send: splitName,
    },
    role: {
      draw: ({ value, onChange, error }, { form }) => (
        <RolePairs
          pairs={value}
          onChange={onChange}
          chosen={form.values.chosen}
          onChoose={(chosen) => form.setFieldValue('chosen', chosen)}
          error={error ? String(error) : undefined}
        />
      ),
      compare: (role) => role.map(rolePairText).join(', '),
    },
    consoleAccess: {
      draw: ({ label, value }, { form }) => (
        <div>
          <Switch label={label} {...form.getInputProps('consoleAccess', { type: 'checkbox' })} />
          <small className={classes.hint}>{value ? 'Enabled' : 'Revoked: the member cannot sign in'}</small>
        </div>
      ),
      compare: (isEnabled) => (isEnabled ? 'Enabled' : 'Revoked'),
    },
  },
)

export const newMember: MemberValues = { name: '', userName: '', role: [], chosen: nothingChosen, consoleAccess: true }

export const memberValues = (member: Member): MemberValues => ({
  ...memberForm.read(member),
  userName: member.userName,
  chosen: nothingChosen,
})

export function memberBody(values: MemberValues) {
  const { name, ...fields } = memberForm.send(values)
  return { ...name, ...fields }
}

/** Why the form cannot be sent yet: "Still needed: a name and a valid email". */
export function whatIsMissing(values: MemberValues): string | undefined {
  const { name, userName, role, chosen } = withChosen(values)
  return stillNeeded([
    memberRules.name(name) && (name.trim() === '' ? 'a name' : 'a shorter name'),
    memberRules.userName(userName) && 'a valid email',
    chosen.application
      ? `a role in ${chosen.application}`
      : chosen.role
        ? `an application for ${chosen.role}`
        : role.length === 0 && 'a role in an application',
  ])
}

/** The server has two name fields where the form has one. */
export const formErrors = ({ firstName, lastName, ...fields }: Record<string, string>) => ({
  ...fields,
  ...((firstName ?? lastName) && { name: firstName ?? lastName }),
})

interface Props {
  form: UseFormReturnType<MemberValues>
  label: string
  error: ApiError | null
  /** The email identifies the member; it cannot be changed. */
  isKnown?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

export function MemberForm({ form, label, error, isKnown, onSubmit, children }: Props) {
  return (
    <Form
      label={label}
      onSubmit={(event) => {
        form.setValues(withChosen(form.values))
        onSubmit(event)
      }}
    >
      <memberForm.Inputs
        form={form}
        context={{ form }}
        before={{
          role: (
            <TextField
              label="Email"
              type="email"
              readOnly={isKnown}
              description={isKnown ? EMAIL_FIXED : 'The invite is sent to this address'}
              required={!isKnown}
              {...form.getInputProps('userName')}
            />
          ),
        }}
      />
      <FormActions failure={!error?.isShownInFields && error}>{children}</FormActions>
    </Form>
  )
}

interface PairsProps {
  pairs: RolePair[]
  onChange: (pairs: RolePair[]) => void
  chosen: ChosenPair
  onChoose: (chosen: ChosenPair) => void
  error?: string
}

/** Which role the member has in which application. It says in advance what a new pair replaces. */
function RolePairs({ pairs, onChange, chosen, onChoose, error }: PairsProps) {
  const pair = completePair(chosen)
  const isKnown = pair !== undefined && isListed(pairs, pair)
  const replaced = pair && !isKnown ? replacedBy(pairs, pair) : []

  function add() {
    if (!pair) return
    onChange(withPair(pairs, pair))
    onChoose(nothingChosen)
  }

  return (
    <fieldset className={classes.pairs}>
      <legend>Applications and roles</legend>
      <ul>
        {pairs.map((listed) => (
          <li key={listed.application}>
            {rolePairText(listed)}
            <Button
              variant="subtle"
              size="xs"
              aria-label={`Delete ${rolePairText(listed)}`}
              leftSection={<Icon name="trash" size={14} />}
              onClick={() => onChange(pairs.filter(({ application }) => application !== listed.application))}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes.choice}>
        <ChoiceField
          label="Application"
          required={pairs.length === 0}
          data={[{ value: '', label: 'Choose' }, ...memberApplications]}
          value={chosen.application}
          onChange={({ currentTarget }) => onChoose({ ...chosen, application: currentTarget.value })}
        />
        <ChoiceField
          label="Role"
          required={pairs.length === 0}
          data={[{ value: '', label: 'Choose' }, ...memberRoles]}
          value={chosen.role}
          onChange={({ currentTarget }) => onChoose({ ...chosen, role: currentTarget.value })}
        />
      </div>
      <p role="status" className={replaced.length > 0 ? classes.replaces : undefined}>
        {replaced.length > 0 &&
          `Adding ${pair && rolePairText(pair)} replaces ${replaced.map(rolePairText).join(' and ')}.`}
      </p>
      <SubmitButton
        type="button"
        variant="default"
        isQuiet
        reason={!pair ? 'Choose an application and a role' : isKnown && 'This role is already in the list'}
        onClick={add}
      >
        Add role
      </SubmitButton>
      {error && <div className={classes.error}>{fieldError(error)}</div>}
    </fieldset>
  )
}
