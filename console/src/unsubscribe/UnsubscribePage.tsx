import { consolePaths } from '@hikmah/contract/console-paths'
import { type Subscription, unsubscribe } from '@hikmah/contract/unsubscribe'
import { Button, Loader } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, call } from '../kit/api/api.ts'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { useAction } from '../kit/form/action.ts'
import { PublicFrame } from '../kit/page/PublicFrame.tsx'
import classes from './unsubscribe.module.css'

const input = { params: { token: decodeURIComponent(location.pathname.split('/')[2] ?? '') } }
const asStranger = { withoutToken: true }
const FOOT = 'For platform staff. The link is in each notification we email you.'

/** Where the link of a notice or digest leads: opening it changes nothing, so that no scanner of links turns them off. */
export function UnsubscribePage() {
  const [subscription, setSubscription] = useState<Subscription>()
  const [failure, setFailure] = useState<ApiError>()
  const turnOff = useAction(
    async () => (await call(unsubscribe.turnNoticesOff, input, asStranger)).data,
    setSubscription,
  )

  async function load() {
    setFailure(undefined)
    try {
      setSubscription((await call(unsubscribe.readSubscription, input, asStranger)).data)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      setFailure(cause)
    }
  }
  const begin = useEffectEvent(() => void load())
  useEffect(() => begin(), [])

  if (failure) {
    const isUnknown = failure.status === 404 || failure.status === 400
    return (
      <PublicFrame
        title={isUnknown ? 'This link is not complete' : 'The link could not be opened'}
        lead={isUnknown ? 'Open it from the email again, or sign in and choose under Preferences.' : failure.message}
        foot={FOOT}
      >
        {isUnknown ? <ToPreferences /> : <Button onClick={() => void load()}>Try again</Button>}
      </PublicFrame>
    )
  }
  if (!subscription) {
    return (
      <PublicFrame title="Email notifications" foot={FOOT}>
        <Loader size="sm" aria-hidden />
      </PublicFrame>
    )
  }
  const { topics, isDigest, isOff } = subscription
  const what = isDigest ? 'daily digest' : 'notifications'
  if (isOff) {
    return (
      <PublicFrame
        title={isDigest ? 'The daily digest is off' : 'These notifications are off'}
        lead="You can turn them on again in your profile, under Preferences."
        foot={FOOT}
      >
        <Topics topics={topics} />
        <ToPreferences />
      </PublicFrame>
    )
  }
  return (
    <PublicFrame
      title={isDigest ? 'Turn off the daily digest?' : 'Turn off these notifications?'}
      lead="We will no longer email you about:"
      foot={FOOT}
    >
      {turnOff.error && <Banner tone="danger" text={turnOff.error.message} onDismiss={turnOff.clear} />}
      <Topics topics={topics} />
      <Button size="lg" fullWidth loading={turnOff.isRunning} onClick={() => turnOff.run(undefined)}>
        Turn off {what}
      </Button>
    </PublicFrame>
  )
}

const Topics = ({ topics }: { topics: string[] }) =>
  topics.length > 0 && (
    <ul className={classes.topics}>
      {topics.map((topic) => (
        <li key={topic}>{topic}</li>
      ))}
    </ul>
  )

const ToPreferences = () => (
  <Button component="a" href={consolePaths.preferences} size="lg" fullWidth variant="default">
    Open my preferences
  </Button>
)
