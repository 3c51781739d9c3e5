import type { ImageMeta } from '@hikmah/contract/media'
import { lazy, Suspense } from 'react'
import type { z } from 'zod'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import type { MediaProps } from './MediaInput.tsx'

// Loaded separately, so that the form's other fields do not wait for it.
const MediaInput = lazy(() => import('./MediaInput.tsx').then((it) => ({ default: it.MediaInput })))

export const MediaField = (props: MediaProps) => (
  <Suspense fallback={<LoadingLines name={props.label.toLowerCase()} />}>
    <MediaInput {...props} />
  </Suspense>
)

type Image = z.infer<typeof ImageMeta>

interface ImageMetaProps extends Omit<MediaProps, 'kind' | 'value' | 'onChange'> {
  value: Image
  onChange: (image: Image) => void
}

/** The same for a picture under the names that the API has for its parts. */
export const ImageMetaField = ({ value: { imageUrl, imageName, imageSize }, onChange, ...props }: ImageMetaProps) => (
  <MediaField
    {...props}
    kind="image"
    value={{ url: imageUrl, name: imageName, size: imageSize }}
    onChange={({ url, name, size }) => onChange({ imageUrl: url, imageName: name, imageSize: size })}
  />
)
