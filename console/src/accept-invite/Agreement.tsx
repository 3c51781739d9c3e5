import { Checkbox } from '@mantine/core'
import { fieldError } from '../kit/field/field-error.tsx'
import classes from './invite.module.css'

const texts = {
  agreement: {
    label: 'I accept the service agreement',
    summary: 'Read the service agreement',
    paragraphs: [
      'This agreement is between your organization and the platform. You accept it for your organization, and you confirm that you are allowed to do so.',
      'The platform gives your organization an account, applications to receive donations and to show information, and staff who help with both. Paid plans and devices are ordered separately; nothing is charged by accepting this agreement.',
      'Your organization gives true information about itself, keeps it up to date, and sends the tax papers that show what it is. Staff review these papers and may ask for better ones before the organization is approved.',
      'Your organization is responsible for the people it gives access to, and for what they do with it. Tell us at once if anyone uses an account that is not theirs.',
      'The platform may block an organization that breaks this agreement or the law, and says why. Either side may end the agreement in writing; records that the law requires are kept for as long as it requires.',
    ],
  },
  terms: {
    label: 'I accept the terms of use',
    summary: 'Read the terms of use',
    paragraphs: [
      'Use the applications for the work of your organization only. Do not use them to deceive, to harass, to break the law, or to test the security of the platform.',
      'Sign in with an account of your own and keep its password to yourself. Do not share an account between people.',
      'What your organization enters remains its own. The platform stores it, protects it, shows it to the staff who support you, and uses it to provide the service. It is not sold.',
      'When you accept, the platform keeps the time, your internet address, and your browser, so that both sides can later show what was accepted and when.',
      'Applications can fail or pause for maintenance. We repair them as fast as we can and tell you about planned pauses. When these terms change, you are asked again.',
    ],
  },
}

interface Props {
  kind: keyof typeof texts
  isAccepted: boolean
  onChange: (isAccepted: boolean) => void
  isMissing: boolean
}

/** One text to accept, with the text itself below it. */
export function Agreement({ kind, isAccepted, onChange, isMissing }: Props) {
  const { label, summary, paragraphs } = texts[kind]
  return (
    <div className={classes.agreement}>
      <Checkbox
        label={label}
        checked={isAccepted}
        onChange={(event) => onChange(event.currentTarget.checked)}
        error={fieldError(isMissing && 'Required')}
      />
      <details>
        <summary>{summary}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard */}
        <section className={classes.text} tabIndex={0} aria-label={summary}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      </details>
    </div>
  )
}
