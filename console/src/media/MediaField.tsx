import { lazy, Suspense } from 'react'
import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import type { MediaProps } from './MediaInput.tsx'

// Loaded separately, so that the form's other fields do not wait for it.
const MediaInput = lazy(() => import('./MediaInput.tsx').then((it) => ({ default: it.MediaInput })))

/** An image of the media library, in a form. */
export const MediaField = (props: MediaProps) => (
  <Suspense fallback={<LoadingLines name={props.label.toLowerCase()} />}>
    <MediaInput {...props} />
  </Suspense>
)
