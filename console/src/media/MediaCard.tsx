import { consolePaths } from '@hikmah/contract/console-paths'
import { type ListedMedia, type Media, type MediaUse, media, mediaKindLabels } from '@hikmah/contract/media'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { conflictingRow } from '../kit/api/api.ts'
import { read, useCurrentUser, useMay, useWrite } from '../kit/api/data.ts'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { Dialog, DialogActions, notifySuccess } from '../kit/feedback/messages.tsx'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { When } from '../kit/format/When.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { HrefLink } from '../kit/page/Page.tsx'
import classes from './media.module.css'
import { imageSizeText } from './UploadArea.tsx'

/** Named by what uses it: many files have one name. */
export function MediaCard({ image }: { image: ListedMedia }) {
  const { imageUrl, imageName, createdAt, uses, useCount } = image
  const [isOpen, setOpen] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const mayDelete = useMay('media.delete')
  return (
    <li className={classes.card}>
      <a className={classes.picture} href={imageUrl} target="_blank" rel="noreferrer" title="Open in a new tab">
        <img src={imageUrl} alt={imageName} loading="lazy" />
      </a>
      <b>{uses[0] ? <User use={uses[0]} /> : imageName}</b>
      <small>{describeUse(image)}</small>
      <small>
        {uses[0] && `${imageName}, `}
        {imageSizeText(image)}, <When at={createdAt} as="ll" />
      </small>
      <div className={classes.buttons}>
        {useCount > 1 && (
          <Button
            variant="default"
            size="xs"
            aria-expanded={isOpen}
            aria-label={`All ${useCount} uses of ${imageName}`}
            onClick={() => setOpen(!isOpen)}
          >
            All {useCount} uses
          </Button>
        )}
        <GuardedButton
          size="xs"
          variant="subtle"
          reason={!mayDelete && 'Only owners and admins can delete images'}
          aria-label={`Delete, ${imageName}`}
          onClick={() => setDeleting(true)}
        >
          Delete
        </GuardedButton>
      </div>
      {isOpen && <Usage image={image} />}
      {isDeleting && (
        <DeleteImage
          image={image}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false)
            setOpen(false)
          }}
        />
      )}
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

interface DeleteImageProps {
  image: Media
  onClose: () => void
  onDeleted: () => void
}

/** Asks before an image is deleted, or lists the uses that prevent it. */
function DeleteImage({ image: { _id, imageName }, onClose, onDeleted }: DeleteImageProps) {
  const remove = useWrite(media.deleteMedia, {
    // At once: where a deleted image is used must not be read again.
    leave: () => flushSync(onDeleted),
    success: () => notifySuccess('Image deleted', imageName),
  })
  const input = { params: { id: _id } }
  const usage = useQuery(read(media.readMediaUsage, input))
  const users = conflictingRow(media.deleteMedia, remove.error) ?? usage.data?.data ?? []
  const isUsed = users.length > 0
  return (
    <Dialog title={isUsed ? `“${imageName}” is in use` : `Delete “${imageName}”?`} onClose={onClose}>
      {isUsed ? (
        <>
          <p>It cannot be deleted. Give these another image first:</p>
          <UsedBy users={users} />
        </>
      ) : (
        <>
          It will be permanently removed from the library.
          <FormAlert error={remove.error} />
        </>
      )}
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          {isUsed ? 'OK' : 'Cancel'}
        </Button>
        {!isUsed && (
          <Button variant="danger" loading={usage.isLoading || remove.isPending} onClick={() => remove.mutate(input)}>
            Delete image
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** The kinds the server names, and where the console shows them. */
const places: Record<string, { what: string; address: (id: string) => string }> = {
  organization: { what: 'Organization', address: consolePaths.organization },
  device: { what: 'Device', address: (id) => `/hardware-details/${id}` },
  application: { what: 'Application', address: consolePaths.application },
  integration: { what: 'Integration', address: consolePaths.integration },
  campaign: { what: 'Campaign', address: consolePaths.campaign },
  staff: { what: 'Team member', address: (id) => `/edit-finance-team-member/${id}` },
}

/** The wizards, which open the reader's own draft. */
const ownDrafts: Record<string, string> = {
  'application-draft': consolePaths.addApplication,
  'integration-draft': consolePaths.addIntegration,
}

/** Logo of an organization and 2 more. */
function describeUse({ kind, uses: [first], useCount }: ListedMedia): string {
  if (!first) return `${mediaKindLabels[kind]}, not used`
  const what = places[first.entity]?.what.toLowerCase()
  const more = useCount > 1 ? `, and ${useCount - 1} more` : ''
  return `${mediaKindLabels[kind]}${what ? ` of ${/^[aio]/.test(what) ? 'an' : 'a'} ${what}` : ''}${more}`
}

/** A link, but for the drafts of others. */
function User({ use: { entity, id, name } }: { use: MediaUse }) {
  const { _id: me } = useCurrentUser()
  const address = places[entity]?.address(id) ?? (id === me ? ownDrafts[entity] : undefined)
  return address ? <HrefLink href={address}>{name}</HrefLink> : name
}

/** Everything that shows an image. */
const UsedBy = ({ users }: { users: MediaUse[] }) => (
  <ul className={classes.users} aria-label="Used by">
    {users.map((use) => (
      <li key={`${use.entity} ${use.id}`}>
        {places[use.entity] && <small>{places[use.entity]?.what} </small>}
        <User use={use} />
      </li>
    ))}
  </ul>
)
