import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import classes from './ConsoleLayout.module.css'

/** Where the page will be, until it and its reader are known. */
export const PageLoading = () => (
  <div className={classes.loading}>
    <LoadingLines name="the page" lines={10} />
  </div>
)
