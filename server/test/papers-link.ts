import { papersLink } from '@hikmah/contract/papers-link'
import { rejected, startReviews } from './tax-review.ts'

export const PDF = Buffer.from('%PDF-1.7 letter of the IRS')
export const PAPERS_EIN = '07-5510293'
export const REJECTION = {
  taxIdEinDetail: rejected,
  taxExemptDetail: rejected,
  reason: 'Page 2 is cut off.',
  missing: ['determination-letter'],
}
export const REQUEST = { askForNewSubmission: true, reason: 'Page 2 is cut off.', missing: ['determination-letter'] }

export const tokenIn = (text: string) => /\/submit-papers\/([\w-]{43})(?![\w-])/.exec(text)?.[1]

export const ended = (reply: { status: number; error: { code: string; why?: string | undefined } }) => [
  reply.status,
  reply.error.code,
  reply.error.why,
]

/** A server on which organizations are asked for papers and send them with a link. */
export async function startPapers(env: Record<string, string> = {}) {
  const server = await startReviews(env)
  const { app, as, call, waiting, decide, mailsTo } = server

  /** By somebody who signed in just now, however far the clock was moved. */
  const decideNow = async (orgId: string, body: object, by?: Awaited<ReturnType<typeof as>>) =>
    decide(orgId, body, by ?? (await as('admin')))

  async function decideAndRead(body: object) {
    const organization = await waiting()
    const { status, data } = await decideNow(organization.id, body)
    if (status !== 200) throw new Error(`The decision was refused with ${status}`)
    const [letter] = await mailsTo(organization.email, 'tax-decision')
    return { organization, token: tokenIn(letter!.text)!, letter: letter!, version: data.version }
  }

  return {
    ...server,
    decide: decideNow,
    /** An organization whose exemption was rejected, with the link from the letter. */
    asked: () => decideAndRead(REJECTION),
    /** One whose papers were asked for while both reviews stay Pending. */
    askedWhilePending: () => decideAndRead(REQUEST),
    /** The link in the newest letter of that kind. */
    newestToken: async (email: string, kind: string) => tokenIn((await mailsTo(email, kind))[0]!.text)!,
    read: (token: string) => call(papersLink.readPapersRequest, { params: { token } }),
    submit: (token: string, body: object = {}) =>
      call(papersLink.submitPapers, { params: { token }, body: { taxIdEin: PAPERS_EIN, taxExempt: true, ...body } }),
    upload: async (token: string, bytes: Buffer, query: Record<string, string | number> = {}, name = 'letter.pdf') => {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(bytes)]), name)
      const body = new Response(form)
      const url = `/api/organizations/papers/${token}/documents?${new URLSearchParams(query as Record<string, string>)}`
      const reply = await app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': body.headers.get('content-type')! },
        payload: Buffer.from(await body.arrayBuffer()),
      })
      const json = reply.json()
      return { status: reply.statusCode, data: json.data, error: json }
    },
  }
}
