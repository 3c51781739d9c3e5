import { useState } from 'react'
import { Icon } from '../icons/icons.tsx'
import classes from './ProductImage.module.css'

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
