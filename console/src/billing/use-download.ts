import { invoices } from '@hikmah/contract/invoices'
import { useState } from 'react'
import { ApiError, call } from '../kit/api/api.ts'
import { failureText } from '../kit/api/failure-text.ts'

/** Opens the PDF of an invoice by a fresh link; a failure is shown in place. */
export function useDownload(id: string) {
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function open() {
    setRunning(true)
    setFailure(undefined)
    try {
      const { data } = await call(invoices.readInvoiceLinks, { params: { id } })
      window.open(data.invoice_pdf, '_blank', 'noopener,noreferrer')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(failureText(error))
    } finally {
      setRunning(false)
    }
  }

  return { isRunning, failure, start: () => void open() }
}
