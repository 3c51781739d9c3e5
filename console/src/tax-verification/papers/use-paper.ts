import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { useQuery } from '@tanstack/react-query'
import { type ApiError, download } from '../../kit/api/api.ts'

const { readTaxDocument } = taxVerification

/** The bytes of a submitted paper, which never change. */
export function usePaper(orgId: string, documentId: string) {
  const input = { params: { orgId, documentId } }
  return useQuery<Blob, ApiError>({
    queryKey: [readTaxDocument.path, input],
    queryFn: ({ signal }) => download(readTaxDocument, input, { signal }),
    // Not reloaded with the rest of the page: the reader would lose their place.
    staleTime: 'static',
  })
}
