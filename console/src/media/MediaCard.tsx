import { type Media, media } from '@hikmah/contract/media'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { When } from '../kit/format/When.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { DeleteImage } from './DeleteImage.tsx'
import classes from './media.module.css'
import { kindWords, sizeText } from './media-words.ts'
import { UsedBy } from './UsedBy.tsx'

/** One image of the library. */
export function MediaCard({ image }: { image: Media }) {
  const { imageUrl, imageName, kind, createdAt } = image
  const [isOpen, setOpen] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const mayDelete = useMay('media.delete')
  return (
    <li className={classes.card}>
      <a className={classes.picture} href={imageUrl} target="_blank" rel="noreferrer" title="Open in a new tab">
        <img src={imageUrl} alt={imageName} loading="lazy" />
      </a>
      <b title={imageName}>{imageName}</b>
      <small>
        {kindWords[kind]}, {sizeText(image)}
      </small>
      <small>
        <When at={createdAt} as="ll" />
      </small>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          aria-label={`Where used, ${imageName}`}
          onClick={() => setOpen(!isOpen)}
        >
          Where used
        </Button>
        <SubmitButton
          type="button"
          size="xs"
          variant="subtle"
          isQuiet
          reason={!mayDelete && 'Only owners and admins can delete images'}
          aria-label={`Delete, ${imageName}`}
          onClick={() => setDeleting(true)}
        >
          Delete
        </SubmitButton>
      </div>
      {isOpen && <Usage image={image} />}
      {isDeleting && <DeleteImage image={image} onClose={() => setDeleting(false)} />}
    </li>
  )
}

function Usage({ image: { _id } }: { image: Media }) {
  const { data, error, refetch } = useQuery(read(media.readMediaUsage, { params: { id: _id } }))
  if (error) return <LoadFailure what="The list of uses" error={error} onRetry={refetch} />
  return (
    <div className={classes.usage} aria-live="polite" aria-busy={!data}>
      {data && (data.data.length > 0 ? <UsedBy users={data.data} /> : 'Not used anywhere')}
    </div>
  )
}
