import { initialsOf } from '../format/texts.ts'
import classes from './Avatar.module.css'

/** A photo, or the initials of the name; the name itself stands beside it. */
export function Avatar({ name, image, large }: { name: string; image?: string; large?: boolean }) {
  const side = large ? 64 : 28
  if (image) {
    return <img className={classes.avatar} data-large={large} src={image} alt="" width={side} height={side} />
  }
  return (
    <span className={classes.avatar} data-large={large} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}
