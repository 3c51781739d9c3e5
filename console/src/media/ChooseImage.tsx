import { type Media, type MediaKind, media, mediaKindLabels, mediaKinds } from '@hikmah/contract/media'
import { readSearch } from '@hikmah/contract/typed'
import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { read } from '../kit/api/data.ts'
import { Dialog } from '../kit/feedback/messages.tsx'
import { ChoiceField } from '../kit/field/TextField.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { rangeText } from '../kit/list/ListFooter.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import classes from './media.module.css'
import { imageSizeText, SEARCH_IMAGES } from './UploadArea.tsx'

const SHOWN = 24

interface Props {
  /** What the image is for, such as "Logo". */
  what: string
  kind: MediaKind
  onChoose: (image: Media) => void
  onClose: () => void
}

export function ChooseImage({ what, kind: wanted, onChoose, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [kind, setKind] = useState<MediaKind | ''>(wanted)
  const [page, setPage] = useState(1)
  const [q] = useDebouncedValue(readSearch(typed), 150)
  const grid = useRef<HTMLUListElement>(null)
  const { data, error, refetch } = useQuery({
    ...read(media.listMedia, { query: { q: q || undefined, kind: kind || undefined, page, limit: SHOWN } }),
    placeholderData: keepPreviousData,
  })

  function toTheImages(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    grid.current?.querySelector('button')?.focus()
  }

  const { total = 0 } = data?.meta ?? {}
  return (
    <Dialog title={`Choose ${what} from the library`} onClose={onClose} size="lg">
      <div className={classes.find}>
        <TextInput
          type="search"
          role="searchbox"
          data-autofocus
          maxLength={100}
          aria-label="Search the library"
          placeholder={SEARCH_IMAGES}
          leftSection={<Icon name="search" />}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setPage(1)
          }}
          onKeyDown={toTheImages}
        />
        <ChoiceField
          aria-label="Kind"
          data={[
            { value: '', label: 'All kinds' },
            ...mediaKinds.map((value) => ({ value, label: mediaKindLabels[value] })),
          ]}
          value={kind}
          onChange={({ currentTarget }) => {
            setKind(currentTarget.value as MediaKind | '')
            setPage(1)
          }}
        />
      </div>
      {error && <LoadFailure what="The images" error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name="the library" />}
      <ul ref={grid} className={classes.choices} aria-label="Images" onKeyDown={focusAmong}>
        {data?.data.map((image) => (
          <li key={image._id}>
            <UnstyledButton className={classes.choice} onClick={() => onChoose(image)}>
              <span className={classes.picture}>
                <img src={image.imageUrl} alt="" loading="lazy" />
              </span>
              <b>{image.uses[0]?.name ?? image.imageName}</b>
              <small>
                {image.uses[0] && `${image.imageName}, `}
                {imageSizeText(image)}
              </small>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <div className={classes.pager}>
        <span role="status">
          {data &&
            (total > 0 ? rangeText({ total, page, limit: SHOWN }) : 'No images match. Try another kind or name.')}
        </span>
        {total > SHOWN && (
          <>
            <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
              Previous
            </Button>
            <Button variant="default" size="xs" disabled={page * SHOWN >= total} onClick={() => setPage(page + 1)}>
              Next
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** The arrows, Home and End move the focus among the buttons of a grid. */
export function focusAmong(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll('button')]
  // The focused element gets the key; if it is not a button, it has no position.
  const at = all.indexOf(event.target as HTMLButtonElement)
  const top = all[0]?.getBoundingClientRect().top
  const columns = all.filter((button) => button.getBoundingClientRect().top === top).length
  const places: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: all.length - 1,
  }
  const to = all[places[event.key] ?? -1]
  if (at < 0 || !to) return
  event.preventDefault()
  to.focus()
}
