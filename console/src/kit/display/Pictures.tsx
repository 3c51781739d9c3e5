import { useState } from 'react'
import { initials } from '../format/texts.ts'
import { Icon } from '../icons/icons.tsx'
import classes from './display.module.css'

/** A photo, or the initials of the name, which stands beside it. */
export function Avatar({ name, image, large }: { name: string; image?: string; large?: boolean }) {
  if (image) return <img className={classes.avatar} data-large={large} src={image} alt="" />
  return (
    <span className={classes.avatar} data-large={large} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

/** A box in its place if there is none or it fails to load. */
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
