import classes from './Avatar.module.css'
import { initialsOf } from './texts.ts'

/** A photo, or the initials of the name; the name itself stands beside it. */
export function Avatar({ name, image }: { name: string; image?: string }) {
  if (image) return <img className={classes.avatar} src={image} alt="" width={28} height={28} />
  return (
    <span className={classes.avatar} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}
