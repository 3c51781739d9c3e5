import { useState } from 'react'
import { initialsOf } from '../format/texts.ts'
import { Icon } from '../icons/icons.tsx'
import classes from './display.module.css'

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

/** The image of a product; a placeholder if there is none or it fails to load. */
export function ProductImage({ image }: { image: string }) {
  const [failed, setFailed] = useState<string>()
  return (
    <span className={classes.image}>
      {image && image !== failed ? (
        <img src={image} alt="" width={30} height={30} loading="lazy" onError={() => setFailed(image)} />
      ) : (
        <Icon name="box" />
      )}
    </span>
  )
}
