import type { ArrivalKind } from '@hikmah/contract/navigation'
import { useEffect, useRef, useState } from 'react'
import { plural } from '../kit/format/texts.ts'
import { useWaiting } from '../sitemap/navigation-counts.ts'
import classes from './communication.module.css'

interface Row {
  _id: string
  createdAt: string
}

const MARKED_MS = 4_000
const none: ReadonlySet<string> = new Set()

/**
 * The rows that arrived while the list was open, for a moment. `list` identifies the list: a different one starts over.
 */
export function useNewRows(rows: Row[] | undefined, list: string): ReadonlySet<string> {
  const seen = useRef<{ list: string; newest: string }>(undefined)
  const [newRows, setNewRows] = useState(none)

  useEffect(() => {
    if (!rows) return
    const before = seen.current?.list === list ? seen.current.newest : undefined
    const newest = rows.reduce((latest, { createdAt }) => (createdAt > latest ? createdAt : latest), before ?? '')
    seen.current = { list, newest }
    const came = before === undefined ? [] : rows.filter(({ createdAt }) => createdAt > before)
    if (came.length > 0) setNewRows(new Set(came.map(({ _id }) => _id)))
  }, [rows, list])

  useEffect(() => {
    if (newRows === none) return
    const timer = setTimeout(() => setNewRows(none), MARKED_MS)
    return () => clearTimeout(timer)
  }, [newRows])

  return newRows
}

/** Announces new rows to people who cannot see the list grow. */
export function ArrivalsSaid({ kind, one, many }: { kind: ArrivalKind; one: string; many: string }) {
  const waiting = useWaiting([kind])
  const [before, setBefore] = useState(waiting)
  const [said, setSaid] = useState('')
  if (waiting !== before) {
    setBefore(waiting)
    if (waiting !== undefined && before !== undefined && waiting > before) {
      setSaid(plural(waiting - before, `new ${one}`, `new ${many}`))
    }
  }
  // Emptied, so that the same words are announced again next time.
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => setSaid(''), MARKED_MS)
    return () => clearTimeout(timer)
  }, [said])

  return (
    <p role="status" className={classes.spoken}>
      {said}
    </p>
  )
}
