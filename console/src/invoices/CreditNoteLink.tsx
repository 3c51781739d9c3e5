import { invoices, MAY_NOT_DOWNLOAD } from '@hikmah/contract/invoices'
import { Anchor } from '@mantine/core'
import { call, failureText } from '../kit/api/api.ts'
import { useMay } from '../kit/api/data.ts'
import { openInNewTab, useAction } from '../kit/form/action.ts'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'

interface Props {
  id: string
  /** Empty until the provider has told it. */
  number: string
  /** The number itself leads to it, and is a text for those who may not open it. */
  inText?: boolean
}

/** As with an invoice, the link is fresh each time. */
export function CreditNoteLink({ id, number, inText }: Props) {
  const mayDownload = useMay('billing.manage')
  const download = useAction(async () => {
    const { data } = await call(invoices.readCreditNoteLink, { params: { id } })
    openInNewTab(data.pdf)
  })
  const opens = {
    'aria-label': `PDF of Credit note ${number}`.trim(),
    onClick: () => void download.run(undefined),
  }
  return (
    <>
      {!inText && (
        <GuardedButton variant="subtle" size="compact-sm" reason={!mayDownload && MAY_NOT_DOWNLOAD} {...opens}>
          PDF
        </GuardedButton>
      )}
      {inText &&
        (mayDownload ? (
          <Anchor component="button" type="button" {...opens}>
            {number || 'PDF'}
          </Anchor>
        ) : (
          number
        ))}
      {download.error && (
        <small className="quiet" role="alert">
          {failureText(download.error)}
        </small>
      )}
    </>
  )
}
