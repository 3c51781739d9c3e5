import { type MethodRequest, paymentMethodLink } from '@hikmah/contract/payment-method-link'
import { Button, Loader } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, call } from '../kit/api/api.ts'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { useAction } from '../kit/form/action.ts'
import { browserLanguage, Lead, LetterPage } from '../kit/page/LetterPage.tsx'
import { type PageWords, pageWords } from './page-words.ts'

const input = { params: { token: decodeURIComponent(location.pathname.split('/')[2] ?? '') } }
const asStranger = { withoutToken: true }
/** The provider leads back here before it tells us. */
const isSaved = new URLSearchParams(location.search).has('saved')

/** Where an organization without an account replaces its payment method, with the link from a letter. */
export function PaymentMethodPage() {
  const [language, setLanguage] = useState(browserLanguage)
  const [request, setRequest] = useState<MethodRequest>()
  const [failure, setFailure] = useState<ApiError>()
  const words = pageWords[language]

  async function load() {
    setFailure(undefined)
    try {
      const { data } = await call(paymentMethodLink.readMethodRequest, input, asStranger)
      setLanguage(data.language)
      setRequest(data)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      setFailure(cause)
    }
  }
  const begin = useEffectEvent(() => void load())
  useEffect(() => begin(), [])

  const page = { words, onChoose: setLanguage }
  if (failure) {
    const isUnknown = failure.status === 404 || failure.status === 400
    return (
      <LetterPage {...page} title={isUnknown ? words.ended.unknown.title : words.failed}>
        <Lead>{isUnknown ? words.ended.unknown.text : failureText(failure, words)}</Lead>
        {!isUnknown && (
          <Button size="lg" onClick={() => void load()}>
            {words.tryAgain}
          </Button>
        )}
      </LetterPage>
    )
  }
  if (!request) {
    return (
      <LetterPage {...page} title={words.loading}>
        <Loader size="sm" aria-hidden />
      </LetterPage>
    )
  }
  const { state, orgName, expiresAt } = request
  const said = isSaved && (state === 'open' || state === 'used') ? words.saved : state !== 'open' && words.ended[state]
  if (said) {
    return (
      <LetterPage {...page} title={said.title}>
        <Lead>{said.text}</Lead>
      </LetterPage>
    )
  }
  const day = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long' }).format(new Date(expiresAt))
  return (
    <LetterPage {...page} title={words.title(`\u2068${orgName}\u2069`)}>
      <Lead>
        {words.lead} {words.until(day)}
      </Lead>
      <Go words={words} onEnded={() => void load()} />
    </LetterPage>
  )
}

const failureText = ({ status }: ApiError, { failures }: PageWords) =>
  status === 429 ? failures[429] : status === 502 || status === 503 ? failures[502] : failures.other

function Go({ words, onEnded }: { words: PageWords; onEnded: () => void }) {
  const go = useAction(async () => {
    try {
      const { data } = await call(paymentMethodLink.openMethodPage, input, asStranger)
      location.assign(data.url)
    } catch (cause) {
      if (!(cause instanceof ApiError && cause.code === 'LINK_ENDED')) throw cause
      onEnded()
    }
  })
  return (
    <>
      {go.error instanceof ApiError && (
        <Banner tone="danger" text={failureText(go.error, words)} onDismiss={go.clear} />
      )}
      <Button size="lg" loading={go.isRunning} onClick={() => go.run(undefined)}>
        {words.go}
      </Button>
    </>
  )
}
