import { plans } from '@hikmah/contract/plans/calls'
import { PRICE_ID } from '@hikmah/contract/plans/words'
import { Button } from '@mantine/core'
import type { GetInputProps } from '@mantine/form'
import { useRef, useState } from 'react'
import { type ApiError, call } from '../kit/api/api.ts'
import { TextField } from '../kit/field/TextField.tsx'
import { formatDate } from '../kit/format/dates.ts'
import { PRICES_ARE_GUARDED } from './integration-words.ts'

interface Props {
  label: string
  path: string
  value: string
  /** What the form gives an input. */
  field: ReturnType<GetInputProps<object>>
  isReadOnly: boolean
  /** In dollars, as it is typed. */
  onPrice: (price: string) => void
}

type LookUp = { at: string } & (
  | { state: 'running' }
  | { state: 'found'; time: number }
  | { state: 'failed'; why: string }
)

const AFTER_PASTE_MS = 600

/** The id of a price at the payment provider. Leaving the field looks it up, which fills in the price. */
export function PriceId({ label, path, value, field, isReadOnly, onPrice }: Props) {
  const [lookUp, setLookUp] = useState<LookUp>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef('')
  const { error, ...input } = field

  async function find(id: string) {
    clearTimeout(timer.current)
    if (!PRICE_ID.test(id) || asked.current === id) return
    asked.current = id
    setLookUp({ at: id, state: 'running' })
    try {
      const { data } = await call(plans.getStripePlan, { params: { priceId: id } }, { withoutToken: true })
      setLookUp({ at: id, state: 'found', time: Date.now() })
      onPrice((data.amount / 100).toFixed(2))
    } catch (cause) {
      asked.current = ''
      setLookUp({ at: id, state: 'failed', why: (cause as ApiError).message.trim() })
    }
  }

  const now = lookUp?.at === value.trim() ? lookUp : undefined
  const isRunning = now?.state === 'running'
  return (
    <TextField
      label={label}
      autoComplete="off"
      spellCheck={false}
      placeholder="price_1QmStdMo29"
      {...input}
      value={value}
      readOnly={isReadOnly || isRunning}
      data-path={path}
      onBlur={(event) => {
        input.onBlur?.(event)
        if (!isReadOnly) void find(value.trim())
      }}
      onPaste={({ currentTarget }) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => void find(currentTarget.value.trim()), AFTER_PASTE_MS)
      }}
      description={isReadOnly ? PRICES_ARE_GUARDED : descriptionOf(now)}
      error={now?.state === 'failed' ? now.why : error}
      rightSectionWidth={72}
      rightSection={
        now?.state === 'failed' && (
          <Button variant="subtle" size="xs" onClick={() => void find(value.trim())}>
            Retry
          </Button>
        )
      }
    />
  )
}

function descriptionOf(lookUp: LookUp | undefined): string {
  if (lookUp?.state === 'running') return 'Looking up …'
  if (lookUp?.state === 'found') return `Looked up at ${formatDate(lookUp.time, 'hh:mm A')}`
  return 'Of the payment provider; fills in the price'
}
