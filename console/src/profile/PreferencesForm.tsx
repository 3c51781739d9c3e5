import { noticeChoices, noticeTopicLabels, noticeTopics } from '@hikmah/contract/profile/words'
import '@mantine/core/styles/Radio.layer.css'
import { profile } from '@hikmah/contract/profile/endpoints'
import type { NoticeChoice, Preferences } from '@hikmah/contract/profile/schemas'
import { Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { read, useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import classes from './profile.module.css'

const choiceLabels: Record<NoticeChoice, string> = { each: 'Each', daily: 'Daily digest', off: 'Off' }

interface Props {
  /** Choices that are not saved yet. */
  chosen: Partial<Preferences>
  onChoose: (chosen: Partial<Preferences>) => void
}

/** Which e-mails the person wants, by topic. */
export function PreferencesForm({ chosen, onChoose }: Props) {
  const { data, error, refetch } = useQuery(read(profile.readPreferences, {}))
  const sent = useRef(chosen)
  const save = useWrite(profile.updatePreferences, {
    success: () => {
      // Choices made after sending wait for the next save.
      const later = noticeTopics.filter((topic) => chosen[topic] !== sent.current[topic])
      onChoose(Object.fromEntries(later.map((topic) => [topic, chosen[topic]])))
      notifySuccess('Preferences saved')
    },
  })
  if (error && !data) return <LoadFailure what="The preferences" error={error} onRetry={refetch} />
  if (!data) return <LoadingLines name="preferences" />

  const kept = data.data
  const isChanged = noticeTopics.some((topic) => chosen[topic] !== undefined && chosen[topic] !== kept[topic])
  return (
    <Form
      label="E-mail preferences"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isChanged) return
        sent.current = chosen
        save.mutate({ body: chosen })
      }}
    >
      <p className={classes.lead}>
        What we e-mail you about: each one right away, or everything once a day in a digest.
      </p>
      <div>
        {noticeTopics.map((topic) => (
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML lets a fieldset be a radio group
          <fieldset key={topic} role="radiogroup" className={classes.topic}>
            <legend>{noticeTopicLabels[topic]}</legend>
            {noticeChoices.map((choice) => (
              <Radio
                key={choice}
                name={topic}
                value={choice}
                label={choiceLabels[choice]}
                checked={(chosen[topic] ?? kept[topic]) === choice}
                onChange={() => onChoose({ ...chosen, [topic]: choice })}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <FormActions failure={save.error}>
        <SubmitButton loading={save.isPending} reason={!isChanged && 'No changes yet'}>
          Save
        </SubmitButton>
      </FormActions>
    </Form>
  )
}
