import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import classes from './ConsoleLayout.module.css'

/** Placeholder until the page and the signed-in person are known. */
export const PageLoading = () => (
  <div className={classes.loading}>
    <LoadingLines name="the page" lines={10} />
  </div>
)
