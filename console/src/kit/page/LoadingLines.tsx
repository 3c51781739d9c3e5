import classes from './LoadingLines.module.css'

/** A placeholder of grey lines while something other than a list loads. `name` such as "the organization". */
export function LoadingLines({ name, lines = 6 }: { name: string; lines?: number }) {
  return (
    <div className={classes.lines} role="status" aria-label={`Loading ${name}`}>
      {Array.from({ length: lines }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these lines are all the same
        <i key={i} data-length={i % 3} />
      ))}
    </div>
  )
}
