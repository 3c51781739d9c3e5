import { PAPER_PART_BYTES, papersLink, type UploadedPaper } from '@hikmah/contract/papers-link'
import { documentTypes, MAX_DOCUMENT_BYTES, MAX_DOCUMENTS } from '@hikmah/contract/tax-verification/papers'
import { useRef, useState } from 'react'
import { ApiError, call, newKey, upload } from '../kit/api/api.ts'
import { failureText, type PageWords } from './page-words.ts'

export interface Paper {
  key: string
  /** Once its first part has arrived. */
  id?: string
  name: string
  size: number
  received: number
  /** Kept by the browser until all of it is sent; a paper of an earlier visit has none. */
  file?: File
  isSending: boolean
  problem?: string
  /** The connection was lost, so that trying again may help. */
  mayRetry?: boolean
  /** Seconds until all of it is there, as fast as it went so far. */
  left?: number
}

export const isComplete = ({ received, size }: Paper) => received === size

const ofEarlierVisit = ({ _id, name, size, received }: UploadedPaper): Paper => ({
  key: _id,
  id: _id,
  name,
  size,
  received,
  isSending: false,
})

const WAITS_MS = [1000, 3000, 8000]
/** Heard of no answer, or of one that says to come again. */
const mayTryAgain = (failure: unknown) => failure instanceof ApiError && (failure.status === 0 || failure.status >= 500)

const secondsLeft = (begin: { at: number; received: number }, { received, size }: Paper) =>
  Math.ceil(((performance.now() - begin.at) / 1000 / (received - begin.received)) * (size - received))

/** The papers of a link: sends chosen files in parts, and goes on where a lost connection stopped them. */
export function useUploads(
  token: string,
  earlier: UploadedPaper[],
  pageWords: PageWords,
  onEnded: (failure: ApiError) => void,
) {
  const words = pageWords.documents
  const [papers, setPapers] = useState(() => earlier.map(ofEarlierVisit))
  const [refusal, setRefusal] = useState<string>()
  const { otherKind, tooLarge, tooMany, uploadedTooMany } = words
  const refusals = { 400: otherKind, 409: tooMany, 413: tooLarge, 429: uploadedTooMany }
  /** What became of a paper last, for those who cannot see the list. */
  const [news, setNews] = useState('')
  const removed = useRef(new Set<string>())
  const counter = useRef(0)
  // The server knows a first part again by it, also beside those of another visit.
  const [visit] = useState(newKey)

  const update = (key: string, change: Partial<Paper>) =>
    setPapers((now) => now.map((paper) => (paper.key === key ? { ...paper, ...change } : paper)))

  async function sendPart(paper: Paper, at: number): Promise<UploadedPaper> {
    const form = new FormData()
    form.set('file', paper.file!.slice(at, at + PAPER_PART_BYTES), paper.name)
    const query = paper.id ? { id: paper.id, at } : { at, size: paper.size, key: paper.key }
    for (let attempt = 0; ; attempt += 1) {
      try {
        return (await upload(papersLink.uploadPaper, form, { withoutToken: true }, { params: { token }, query })).data
      } catch (failure) {
        const wait = WAITS_MS[attempt]
        if (wait === undefined || !mayTryAgain(failure)) throw failure
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
  }

  async function send(started: Paper) {
    let paper = { ...started, isSending: true }
    update(paper.key, { isSending: true, problem: undefined, mayRetry: false, left: undefined })
    const begin = { at: performance.now(), received: paper.received }
    try {
      while (!isComplete(paper) && !removed.current.has(paper.key)) {
        const { _id, received } = await sendPart(paper, paper.received)
        paper = { ...paper, id: _id, received }
        update(paper.key, { id: _id, received, left: secondsLeft(begin, paper) })
      }
      update(paper.key, { isSending: false })
      if (isComplete(paper)) setNews(`${paper.name}: ${words.uploaded}`)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.code === 'LINK_ENDED') return onEnded(failure)
      const percent = Math.floor((paper.received / paper.size) * 100)
      const mayRetry = mayTryAgain(failure)
      const problem = mayRetry ? words.lost(percent) : failureText(failure, pageWords, refusals)
      update(paper.key, { isSending: false, problem, mayRetry })
      setNews(`${paper.name}: ${problem}`)
    }
  }

  function add(files: File[]) {
    setRefusal(undefined)
    let places = MAX_DOCUMENTS - papers.filter(({ id, problem, mayRetry }) => id || !problem || mayRetry).length
    const added: Paper[] = []
    for (const file of files) {
      const begun = papers.find(
        (one) => !one.file && !isComplete(one) && one.name === file.name && one.size === file.size,
      )
      if (begun) {
        update(begun.key, { file })
        void send({ ...begun, file })
        continue
      }
      if (places === 0) {
        setRefusal(words.tooMany)
        break
      }
      places -= 1
      counter.current += 1
      const { name, size, type } = file
      const problem =
        size > MAX_DOCUMENT_BYTES
          ? words.tooLarge
          : type === '' || documentTypes.includes(type)
            ? undefined
            : words.otherKind
      added.push({
        key: `${visit}-${counter.current}`,
        name,
        size,
        received: 0,
        file,
        isSending: !problem,
        ...(problem && { problem }),
      })
    }
    setPapers((now) => [...now, ...added])
    for (const paper of added) if (!paper.problem) void send(paper)
  }

  function remove({ key, id }: Paper) {
    removed.current.add(key)
    setRefusal(undefined)
    setPapers((now) => now.filter((paper) => paper.key !== key))
    if (id) void call(papersLink.removePaper, { params: { token, id } }, { withoutToken: true }).catch(() => undefined)
  }

  return { papers, refusal, news, add, remove, retry: send }
}
