import type { Organization } from '@hikmah/contract/organizations/schemas'
import { isReadyForApproval } from '@hikmah/contract/organizations/words'
import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMay } from '../kit/api/data.ts'
import { dayFormat } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { LinkTo } from '../kit/page/Page.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import classes from './setup.module.css'
import { currentStep, type SetupStep, setUpAt, setupSteps } from './setup-steps.ts'

interface Props {
  organization: Organization
  /** Asks whether to approve the organization. */
  onApprove: () => void
}

/** What is done and what comes next. Once all is done, one line that unfolds. */
export function SetupSteps({ organization, onApprove }: Props) {
  const steps = setupSteps(organization)
  const current = currentStep(steps)
  const done = steps.filter(({ isDone }) => isDone).length
  const list = (
    <ol className={classes.steps} aria-label={`Setup, ${done} of ${steps.length} done`}>
      {steps.map((step, i) => (
        <li
          key={step.name}
          data-done={step.isDone || undefined}
          data-turn={step === current ? step.turn : undefined}
          aria-current={step === current ? 'step' : undefined}
        >
          <span className={classes.mark} aria-hidden="true">
            {step.isDone ? <Icon name="check" size={12} /> : i + 1}
          </span>
          <span className={classes.name}>
            {step === current ? <Act step={step} organization={organization} onApprove={onApprove} /> : step.name}
            {step.isDone && <span className="spoken">, done</span>}
          </span>
          <small>
            {step.before} <Day at={step.at} />
            {step.at && step.after && `, ${step.after}`}
          </small>
        </li>
      ))}
    </ol>
  )
  if (current) return list
  return (
    <details className={classes.folded}>
      <summary>
        <Icon name="check" size={14} />
        <span>
          Set up <Day at={setUpAt(steps)} />
        </span>
        <Icon name="down" size={12} />
      </summary>
      {list}
    </details>
  )
}

const Day = ({ at }: { at: string | null | undefined }) => (at ? <When at={at} as={dayFormat(at)} /> : null)

/** The name of the current step, which leads to what has to be done. */
function Act({ step: { name, turn }, organization, onApprove }: Props & { step: SetupStep }): ReactNode {
  const { _id: id, taxIdStatus } = organization
  const mayApprove = useMay('organizations.change-status')
  if (name === 'Plan')
    return (
      <LinkTo to="/plans/$id" params={{ id }}>
        {name}
      </LinkTo>
    )
  if (name === 'Device')
    return (
      <LinkTo to="/select-hardware/$id" params={{ id }}>
        {name}
      </LinkTo>
    )
  if (name === 'Approval' && turn === 'ours' && taxIdStatus.waitingSince)
    return (
      <LinkTo to="/varify-ein/{$orgId}" params={{ orgId: id }} state={{ taxStatus: taxIdStatus }}>
        {name}
      </LinkTo>
    )
  if (name === 'Approval' && !mayApprove) return name
  if (name === 'Approval' && isReadyForApproval(organization))
    return <UnstyledButton onClick={onApprove}>{name}</UnstyledButton>
  if (name === 'Approval')
    return (
      <LinkTo to="/edit-organization-detail-{$id}" params={{ id }}>
        {name}
      </LinkTo>
    )
  return (
    <OrganizationLink id={id} tab={2}>
      {name}
    </OrganizationLink>
  )
}
