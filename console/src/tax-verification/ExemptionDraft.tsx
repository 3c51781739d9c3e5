import { MAX_REASON, MESSAGE_TO_ADMIN } from '@hikmah/contract/tax-verification/words'
import { Checkbox, Input } from '@mantine/core'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { ChoiceField, TextArea, TextField } from '../kit/field/TextField.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { ButtonLink, Page } from '../kit/page/Page.tsx'
import classes from './review.module.css'

const TITLE = 'Verify Tax Exemption'

/** Shows what the page will ask for. Reviews are decided on the desk. */
export const ExemptionDraft = () => (
  <Page
    title={TITLE}
    badge={<StatusBadge tone="discontinued">Draft</StatusBadge>}
    sub="Nothing here is saved. Decide reviews on the Reviews page."
    action={<ButtonLink to="/reviews">Go to Reviews</ButtonLink>}
  >
    <Form label={TITLE} onSubmit={(event) => event.preventDefault()}>
      <fieldset className={classes.draft} disabled aria-label="Draft">
        <Checkbox label="501(c)(3)" />
        <TextField label="EIN" />
        <TextField label="Link" type="url" />
        <Input.Wrapper label="File" id="draft-file">
          <input id="draft-file" className={classes.file} type="file" />
        </Input.Wrapper>
        <ChoiceField label="Status" data={['', 'Approved', 'Resubmitted', 'Submitted']} />
        <TextArea label={MESSAGE_TO_ADMIN} max={MAX_REASON} />
      </fieldset>
      <FormActions>
        <SubmitButton reason="This page is a draft">Save</SubmitButton>
      </FormActions>
    </Form>
  </Page>
)
