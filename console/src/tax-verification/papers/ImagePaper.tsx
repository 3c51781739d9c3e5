import { useEffect, useState } from 'react'
import { Icon } from '../../kit/icons/icons.tsx'
import classes from './papers.module.css'

/** A scan or a photograph, from the bytes that were read with the session. */
export function ImagePaper({ file, name }: { file: Blob; name: string }) {
  const [url, setUrl] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  // A blob URL holds memory until it is revoked.
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  if (isBroken) {
    return (
      <p className={classes.failure} role="alert">
        <Icon name="alert" /> This image is damaged and cannot be shown here. Download it to look at it.
      </p>
    )
  }
  return (
    <div className={classes.paper}>
      {url && (
        // An image zooms with the page of the browser; it is as wide as its column.
        <img src={url} alt={name} onError={() => setBroken(true)} />
      )}
    </div>
  )
}
