import { useSyncExternalStore } from 'react'
import { running } from '../api/api.ts'
import classes from './ProgressBar.module.css'

export function ProgressBar() {
  const isRunning = useSyncExternalStore(running.subscribe, running.count) > 0
  return <div className={classes.bar} data-running={isRunning || undefined} aria-hidden="true" />
}
