import classes from './states.module.css'

const times = (count: number) => Array.from({ length: count }, (_, i) => i)

export const DetailOutline = ({ name }: { name: string }) => (
  <div className={classes.detail} role="status" aria-label={`Loading ${name}`}>
    <div className={classes.facts}>
      {times(10).map((i) => (
        <p key={i}>
          <i className="placeholder" style={{ width: 72 }} />
          <i className="placeholder" />
        </p>
      ))}
    </div>
    <div className={classes.rail}>
      {times(5).map((i) => (
        <i key={i} className="placeholder" />
      ))}
    </div>
  </div>
)

export const FormOutline = ({ name, fields = 5 }: { name: string; fields?: number }) => (
  <div className={classes.form} role="status" aria-label={`Loading ${name}`}>
    {times(fields).map((i) => (
      <p key={i}>
        <i className="placeholder" style={{ width: 72 }} />
        <b />
      </p>
    ))}
  </div>
)

/** `name` such as "the organization". */
export const LoadingLines = ({ name, lines = 6 }: { name: string; lines?: number }) => (
  <div className={classes.lines} role="status" aria-label={`Loading ${name}`}>
    {times(lines).map((i) => (
      <i key={i} className="placeholder" style={{ width: ['72%', '48%', '60%'][i % 3] }} />
    ))}
  </div>
)
