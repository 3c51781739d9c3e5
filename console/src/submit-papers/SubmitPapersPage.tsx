import { linkEndings, type PapersRequest, papersLink } from '@hikmah/contract/papers-link'
import type { LetterLanguage } from '@hikmah/contract/tax-verification/schemas'
import { keysOf } from '@hikmah/contract/words'
import { Button, Loader } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, call } from '../kit/api/api.ts'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { useAction } from '../kit/form/action.ts'
import { serverNow } from '../kit/format/server-time.ts'
import { browserLanguage, Lead, LetterPage } from '../kit/page/LetterPage.tsx'
import { english, failureText, formatUnit, loadWords, type PageWords } from './page-words.ts'

const token = decodeURIComponent(location.pathname.split('/')[2] ?? '')

/** What an open link shows; it comes together with what the link asks for. */
const loadParts = () =>
  import('./PapersForm.tsx').catch(() => {
    throw new ApiError(0)
  })
type Parts = Awaited<ReturnType<typeof loadParts>>

const daysUntil = (moment: string) => Math.max(1, Math.ceil((Date.parse(moment) - serverNow()) / 86_400_000))

/** Where an organization without an account sends its papers, with the link from a letter. */
export function SubmitPapersPage() {
  const [request, setRequest] = useState<PapersRequest>()
  const [failure, setFailure] = useState<ApiError>()
  const [words, setWords] = useState(english)
  const [parts, setParts] = useState<Parts>()
  // Where another language cannot be loaded, the page stays in the one it has.
  const setLanguage = (language: LetterLanguage) => loadWords[language]().then(setWords, () => undefined)

  async function load() {
    setFailure(undefined)
    try {
      const asking = call(papersLink.readPapersRequest, { params: { token } }, { withoutToken: true })
      const [{ data }, loadedParts] = await Promise.all([asking, loadParts()])
      if (data.language !== 'en') await setLanguage(data.language)
      setParts(loadedParts)
      setRequest(data)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      const ended = cause.current as Pick<PapersRequest, 'language'> | undefined
      if (ended && ended.language !== 'en') await setLanguage(ended.language)
      setFailure(cause)
    }
  }
  const begin = useEffectEvent(() => {
    void setLanguage(browserLanguage())
    void load()
  })
  useEffect(() => begin(), [])

  const formatDay = (moment: string) =>
    new Intl.DateTimeFormat(words.locale, { dateStyle: words.dateStyle }).format(new Date(moment))

  if (failure) {
    return (
      <LetterPage words={words} onChoose={setLanguage} title={endingOf(failure, words).title}>
        <Ending failure={failure} words={words} onRetry={load} />
      </LetterPage>
    )
  }
  if (!request || !parts) {
    return (
      <LetterPage words={words} onChoose={setLanguage} title={words.loading}>
        <Loader size="sm" aria-hidden />
      </LetterPage>
    )
  }
  const { Aside, PapersForm, Sent } = parts
  const { orgName, submitted, expiresAt, askedAt } = request
  const isDecided = submitted && ![submitted.einStatus, submitted.exemptStatus].includes('Pending')
  const title = submitted ? (isDecided ? words.sent.decided : words.sent.title) : words.title(`\u2068${orgName}\u2069`)
  return (
    <LetterPage
      words={words}
      onChoose={setLanguage}
      title={title}
      aside={
        <Aside
          words={words}
          current={submitted ? (isDecided ? 3 : 2) : 1}
          days={[formatDay(askedAt), submitted ? formatDay(submitted.at) : words.next.by(formatDay(expiresAt))]}
        />
      }
    >
      {submitted ? (
        <Sent submitted={submitted} words={words} formatDay={formatDay} />
      ) : (
        <>
          <Lead>
            {words.leads[request.reason]}{' '}
            {words.noAccount(formatDay(expiresAt), formatUnit(words.locale, daysUntil(expiresAt), 'day'))}
          </Lead>
          <PapersForm
            token={token}
            request={request}
            words={words}
            onSent={setRequest}
            onEnded={(ended) => {
              // What was sent, and its answer lost, or sent from another window.
              if (ended.why === 'used') return load()
              setRequest(undefined)
              setFailure(ended)
            }}
          />
        </>
      )}
    </LetterPage>
  )
}

const endings = keysOf(linkEndings)

function endingOf(failure: ApiError, words: PageWords) {
  if (failure.status === 404 || failure.status === 400) return words.endings.unknown
  const ending = endings.find((one) => one === failure.why)
  return ending ? words.endings[ending] : { title: words.failed, text: failureText(failure, words) }
}

function Ending({ failure, words, onRetry }: { failure: ApiError; words: PageWords; onRetry: () => void }) {
  const renewal = useAction(() => call(papersLink.renewPapersLink, { params: { token } }, { withoutToken: true }))
  const isOver = failure.code === 'LINK_ENDED' || failure.status === 404 || failure.status === 400
  return (
    <>
      {!renewal.result && <Lead>{endingOf(failure, words).text}</Lead>}
      {renewal.error && (
        <Banner
          tone="danger"
          text={failureText(renewal.error, words, { 429: words.renewedBefore })}
          onDismiss={renewal.clear}
        />
      )}
      {renewal.result && <Banner tone="success" text={words.renewed} />}
      {failure.why === 'expired' && !renewal.result && (
        <Button size="lg" loading={renewal.isRunning} onClick={() => renewal.run(undefined)}>
          {words.renew}
        </Button>
      )}
      {!isOver && (
        <Button size="lg" onClick={onRetry}>
          {words.tryAgain}
        </Button>
      )}
    </>
  )
}
