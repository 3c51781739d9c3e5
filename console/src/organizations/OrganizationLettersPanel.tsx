import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Organization, OrganizationEdit } from '@hikmah/contract/organizations/schemas'
import { APPROVE_ORGANIZATION, nameInText } from '@hikmah/contract/organizations/words'
import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../kit/api/api.ts'
import { confirm } from '../kit/feedback/messages.tsx'
import { plural } from '../kit/format/texts.ts'
import { LetterPanel, letterFailure } from '../mails/LetterPanel.tsx'
import classes from './letters.module.css'

const { previewOrganizationLetters } = organizations

interface Props {
  id: string
  /** Of it only what letters tell, and that only while it could be saved. */
  edit: Pick<OrganizationEdit, 'orgStatus' | 'orgEmail' | 'orgName' | 'orgAdmin'>
}

const WAIT_MS = 300

/** Whom saving an edit emails, with the letters to read before. */
export function OrganizationLettersPanel({ id, edit }: Props) {
  // As text, which is the same at the next render.
  const [wish] = useDebouncedValue(JSON.stringify(edit), WAIT_MS)
  const { data, error } = useQuery({
    queryKey: [previewOrganizationLetters.path, id, wish],
    queryFn: ({ signal }) => call(previewOrganizationLetters, { params: { id }, body: JSON.parse(wish) }, { signal }),
    // So that a letter being read does not vanish with every keystroke.
    placeholderData: keepPreviousData,
  })
  if (error) return <p className={classes.hint}>{letterFailure(error)}</p>
  if (!data) return null
  const { letters, waiting } = data.data
  const follow = waiting > 0 && `${plural(waiting, 'email')} that waited ${waiting === 1 ? 'follows' : 'follow'}.`
  if (letters.length === 0) {
    return (
      <p className={classes.hint}>
        <b>Nobody</b> is emailed. {follow}
      </p>
    )
  }
  return (
    <details className={classes.letters}>
      <summary>
        <span>
          <b>Emails</b> {letters.map(({ to }) => to).join(' and ')}.
        </span>{' '}
        <span className={classes.read}>Read {letters.length === 1 ? 'it' : 'them'}</span>
      </summary>
      {letters.map((letter) => (
        <LetterPanel key={`${letter.to} ${letter.subject}`} letter={letter} />
      ))}
      <p className={classes.hint}>
        Sent {UNDO_S} seconds after you save, unless it is changed back until then. {follow}
      </p>
    </details>
  )
}

/** Asks whether to approve an organization, with the letter that tells it. */
export const confirmApproval = ({ _id, orgName }: Organization) =>
  confirm({
    title: `Approve ${nameInText(orgName)}?`,
    body: (
      <>
        <p>Its EIN and its tax exemption are approved.</p>
        <OrganizationLettersPanel id={_id} edit={{ orgStatus: 'approved' }} />
      </>
    ),
    action: APPROVE_ORGANIZATION,
    destructive: false,
  })
