import { einAsTyped } from '@hikmah/contract/tax-verification/papers'
import { MAX_REASON, MESSAGE_TO_ADMIN, REVIEWS_WAITING } from '@hikmah/contract/tax-verification/words'
import { Checkbox, Input } from '@mantine/core'
import { useState } from 'react'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { ChoiceField, TextArea, TextField } from '../kit/field/TextField.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { LinkTo, Page } from '../kit/page/Page.tsx'
import classes from './review.module.css'

const TITLE = 'Verify Tax Exemption'

export function ExemptionDraft() {
  const [ein, setEin] = useState('')
  const [message, setMessage] = useState('')

  return (
    <Page
      title={TITLE}
      badge={<StatusBadge tone="discontinued">Draft</StatusBadge>}
      sub={
        <>
          This page is a draft: saving does nothing yet. Reviews are decided on the review page, see{' '}
          <LinkTo underline="always" to="/reviews">
            {REVIEWS_WAITING}
          </LinkTo>
          .
        </>
      }
    >
      <Form label={TITLE} onSubmit={(event) => event.preventDefault()}>
        <Checkbox label="501(c)(3)" />
        <TextField
          label="EIN"
          max={10}
          isExact
          inputMode="numeric"
          value={ein}
          onChange={({ currentTarget }) => setEin(einAsTyped(currentTarget.value, ein))}
        />
        <TextField label="Link" type="url" />
        <Input.Wrapper label="File" id="draft-file">
          <input id="draft-file" className={classes.file} type="file" />
        </Input.Wrapper>
        <ChoiceField label="Status" data={['Approved', 'Resubmitted', 'Submitted']} />
        <TextArea
          label={MESSAGE_TO_ADMIN}
          max={MAX_REASON}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <FormActions>
          <SubmitButton reason="This page is a draft: nothing is saved">Save</SubmitButton>
        </FormActions>
      </Form>
    </Page>
  )
}
