import classes from './media.module.css'

/** How much of an image has been sent. */
export const UploadProgress = ({ name, part }: { name: string; part: number }) => (
  <span className={classes.progress}>
    {`Uploading ${name}…`}
    <progress max={100} value={Math.round(part * 100)} aria-label={`Uploading ${name}`} />
  </span>
)
