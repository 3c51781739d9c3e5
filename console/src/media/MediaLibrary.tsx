import { media, mediaKinds } from '@hikmah/contract/media'
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../kit/api/data.ts'
import { choiceFilter } from '../kit/filter/filters.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { titleCount } from '../kit/list/counts.ts'
import { ListFooter } from '../kit/list/ListFooter.tsx'
import { ListStatus } from '../kit/list/ListStatus.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf, useListSearch } from '../kit/list/list-search.ts'
import { NoRows } from '../kit/list/NoRows.tsx'
import { useList } from '../kit/list/use-list.ts'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import { Page } from '../kit/page/Page.tsx'
import { MediaCard } from './MediaCard.tsx'
import classes from './media.module.css'
import { kindWords } from './media-words.ts'
import { UploadImage } from './UploadImage.tsx'

const route = getRouteApi('/console/media-library')
const kinds = mediaKinds.map((value) => ({ value, label: kindWords[value] }))

/** /media-library: every image that was uploaded, and where it is used. */
export function MediaLibrary() {
  const search = route.useSearch()
  const { change } = useListSearch()
  const [isUploading, setUploading] = useState(false)
  const { data, error, seenAt, isPlaceholderData, refetch } = useList(read(media.listMedia, { query: pageOf(search) }))
  const upload = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setUploading(true)}>
      Upload image
    </Button>
  )

  return (
    <Page title="Media" count={titleCount(data?.meta)} action={upload}>
      <ListToolbar
        searchLabel="Search by name"
        meta={data?.meta}
        filters={[choiceFilter('kind', 'Kind', search.kind, kinds)]}
      />
      <ListStatus shown={data?.meta} one="image" many={undefined} />
      {error && <LoadFailure what="Images" error={error} seenAt={data && seenAt} onRetry={refetch} />}
      {!data && !error && <LoadingLines name="images" />}
      {data?.data.length === 0 && (
        <NoRows
          query={{ data, isPlaceholderData }}
          empty={{ title: 'No images', text: 'Images uploaded here or in a form appear here.', action: upload }}
        />
      )}
      {data && data.data.length > 0 && (
        <>
          <ul className={classes.library} aria-label="Images" aria-busy={isPlaceholderData && !error}>
            {data.data.map((image) => (
              <MediaCard key={image._id} image={image} />
            ))}
          </ul>
          <ListFooter {...data.meta} onChange={change} />
        </>
      )}
      {isUploading && <UploadImage onClose={() => setUploading(false)} />}
    </Page>
  )
}
