import { type MediaKind, media, mediaKindLabels, mediaKinds } from '@hikmah/contract/media'
import { CHOOSE_A_FILE } from '@hikmah/contract/words'
import { Button, Input } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../kit/api/data.ts'
import { Dialog, notifySuccess } from '../kit/feedback/messages.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { ChoiceField } from '../kit/field/TextField.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { ListFooter, ListStatus } from '../kit/list/ListFooter.tsx'
import { NoRows, titleCount, useList } from '../kit/list/ListTable.tsx'
import { choiceFilter, ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf, useListSearch } from '../kit/list/list-search.ts'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { Page } from '../kit/page/Page.tsx'
import { MediaCard } from './MediaCard.tsx'
import classes from './media.module.css'
import { DROP_IMAGE, DropArea, imageRule, PickFile, SEARCH_IMAGES, UploadProgress, useUpload } from './UploadArea.tsx'

const route = getRouteApi('/console/media-library')
const kinds = mediaKinds.map((value) => ({ value, label: mediaKindLabels[value] }))

/** /media-library: every image that was uploaded, and where it is used. */
export function MediaLibrary() {
  const search = route.useSearch()
  const { change } = useListSearch()
  const [isUploading, setUploading] = useState(false)
  const { data, error, seenAt, isPlaceholderData, refetch, unusable } = useList(
    read(media.listMedia, { query: pageOf(search) }),
  )
  const upload = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setUploading(true)}>
      Upload image
    </Button>
  )

  return (
    <Page title="Media" count={titleCount(data?.meta)} action={upload}>
      <ListToolbar
        searchLabel={SEARCH_IMAGES}
        meta={data?.meta}
        filters={[choiceFilter('kind', 'Kind', search.kind, kinds)]}
      />
      <ListStatus range={data?.meta} one="image" many={undefined} />
      {error && <LoadFailure what="Images" error={error} seenAt={data && seenAt} onRetry={refetch} />}
      {!data && !error && !unusable && <LoadingLines name="images" />}
      {(unusable || data?.data.length === 0) && (
        <NoRows
          query={{ data, isPlaceholderData, unusable }}
          many="images"
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
          <ListFooter range={data.meta} onChange={change} />
        </>
      )}
      {isUploading && <UploadImage onClose={() => setUploading(false)} />}
    </Page>
  )
}

export function UploadImage({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [kind, setKind] = useState<MediaKind>('image')
  const { send, sending, failure } = useUpload({
    kind,
    onDone: ({ imageName }) => {
      void client.invalidateQueries()
      notifySuccess('Image uploaded', imageName)
      onClose()
    },
  })

  return (
    <Dialog title="Upload image" onClose={onClose}>
      <div className={classes.upload}>
        <ChoiceField
          label="Kind"
          description="Where it will be shown"
          data={mediaKinds.map((value) => ({
            value,
            label: mediaKindLabels[value],
          }))}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as MediaKind)}
        />
        <Input.Wrapper
          label="File"
          labelElement="div"
          description={imageRule(kind)}
          error={fieldError(failure)}
          errorProps={{ role: 'alert' }}
        >
          <DropArea onFiles={send} className={classes.wide}>
            <span className={classes.text} aria-live="polite">
              {sending ? <UploadProgress {...sending} /> : DROP_IMAGE}
            </span>
            <PickFile label="File" disabled={sending !== undefined} onFile={(file) => send([file])}>
              {(button) => (
                <Button {...button} data-autofocus variant="default" disabled={sending !== undefined}>
                  {CHOOSE_A_FILE}
                </Button>
              )}
            </PickFile>
          </DropArea>
        </Input.Wrapper>
      </div>
    </Dialog>
  )
}
