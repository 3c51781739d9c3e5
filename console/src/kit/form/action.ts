import { type FormEvent, useEffect, useState } from 'react'
import { ApiError } from '../api/api.ts'

/** For the public pages, which do not load the query client. */
export function useAction<Input, Result>(act: (input: Input) => Promise<Result>, onDone?: (result: Result) => void) {
  const [state, setState] = useState<{ isRunning: boolean; error?: ApiError; result?: Result }>({ isRunning: false })

  async function run(input: Input) {
    if (state.isRunning) return
    setState({ isRunning: true })
    try {
      const result = await act(input)
      setState({ isRunning: false, result })
      onDone?.(result)
    } catch (error) {
      setState({ isRunning: false, ...(error instanceof ApiError && { error }) })
      if (!(error instanceof ApiError)) throw error
    }
  }

  return { ...state, run, clear: () => setState({ isRunning: false }) }
}

/** After a submit: leads to the first field with an error, once it is drawn. */
export function focusFirstError({ currentTarget }: FormEvent<HTMLFormElement>) {
  setTimeout(() => currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

/** `end` in epoch milliseconds. */
export function useSecondsUntil(end: number): number {
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    if (end <= Date.now()) return
    const timer = setInterval(() => {
      tick()
      if (end <= Date.now()) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [end])

  return Math.max(0, Math.ceil((end - now) / 1000))
}

/** A state that goes back to how it began, some time after it was last set. */
export function useFleetingState<Value>(initial: Value, ms: number) {
  const [first] = useState(initial)
  const [value, setValue] = useState(initial)
  useEffect(() => {
    if (value === first) return
    const timer = setTimeout(() => setValue(first), ms)
    return () => clearTimeout(timer)
  }, [value, first, ms])
  return [value, setValue] as const
}

/** Opens a page of the provider, which learns nothing of ours. */
export const openInNewTab = (url: string) => window.open(url, '_blank', 'noopener,noreferrer')
