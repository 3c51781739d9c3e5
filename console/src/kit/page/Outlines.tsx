import classes from './Outlines.module.css'

const times = (count: number) => Array.from({ length: count }, (_, i) => i)

/** Where the facts of one thing will be, and what happened to it beside them. */
export const DetailOutline = ({ name }: { name: string }) => (
  <div className={classes.detail} role="status" aria-label={`Loading ${name}`}>
    <div className={classes.facts}>
      {times(10).map((i) => (
        <p key={i}>
          <i data-short />
          <i />
        </p>
      ))}
    </div>
    <div className={classes.rail}>
      {times(5).map((i) => (
        <i key={i} />
      ))}
    </div>
  </div>
)

/** Where the fields of a form will be. */
export const FormOutline = ({ name, fields = 5 }: { name: string; fields?: number }) => (
  <div className={classes.form} role="status" aria-label={`Loading ${name}`}>
    {times(fields).map((i) => (
      <p key={i}>
        <i data-short />
        <b />
      </p>
    ))}
  </div>
)
