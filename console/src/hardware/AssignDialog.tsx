import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { hardware } from '@hikmah/contract/hardware/calls'
import type { Device } from '@hikmah/contract/hardware/schemas'
import { DEVICE_ASSIGNED } from '@hikmah/contract/hardware/words'
import { organizations } from '@hikmah/contract/organizations/calls'
import type { OrganizationRow } from '@hikmah/contract/organizations/schemas'
import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { read, useWrite } from '../kit/api/data.ts'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { DialogActions } from '../kit/feedback/DialogActions.tsx'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { TextField } from '../kit/field/TextField.tsx'
import { FormAlert } from '../kit/form/FormAlert.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './hardware.module.css'

const LABEL_MAX = 50
const MAX_SHOWN = 20

/** Which organization gets the device, and where it stands there. */
export function AssignDialog({ device: { _id, deviceId }, onClose }: { device: Device; onClose: () => void }) {
  const [organization, setOrganization] = useState<OrganizationRow>()
  const [name, setName] = useState('')
  const assign = useWrite(hardware.assignDevice, {
    success: (_, message) => {
      notifySuccess(message ?? DEVICE_ASSIGNED, `${deviceId} to ${organization?.orgName}`)
      onClose()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!organization || name.trim() === '') return
    assign.mutate({ params: { id: _id }, body: { deviceId, organizationId: organization._id, name } })
  }

  return (
    <Dialog title={`Assign ${deviceId}`} onClose={onClose}>
      <form className={classes.statuses} noValidate onSubmit={submit}>
        <OrganizationSelect value={organization} onChange={setOrganization} />
        <TextField
          label="Install label"
          required
          max={LABEL_MAX}
          autoComplete="off"
          description="Where it stands, as “Main prayer hall”"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={assign.error?.fields.name}
        />
        {!assign.error?.fields.name && <FormAlert error={assign.error} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton
            isQuiet
            loading={assign.isPending}
            reason={(!organization || name.trim() === '') && 'Assign needs an organization and an install label'}
          >
            Assign
          </SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface SelectProps {
  value: OrganizationRow | undefined
  onChange: (organization: OrganizationRow | undefined) => void
}

/** Found by what the list of organizations is found by. */
function OrganizationSelect({ value, onChange }: SelectProps) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 150)
  const { data, error, isPlaceholderData } = useQuery({
    ...read(organizations.listOrganizations, { query: { q: q || undefined, page: 1, limit: MAX_SHOWN } }),
    placeholderData: keepPreviousData,
  })
  const found = data?.data ?? []
  const rows = value && !found.some(({ _id }) => _id === value._id) ? [...found, value] : found

  /** Enter takes the first one found where none is pointed out: they come after what was typed. */
  function takeFirst(event: KeyboardEvent) {
    const first = found.find(({ orgStatus }) => orgStatus !== 'blocked')
    const isPointedOut = event.currentTarget.getAttribute('aria-activedescendant')
    if (event.key !== 'Enter' || value || isPointedOut || isPlaceholderData || !first) return
    event.preventDefault()
    onChange(first)
  }

  return (
    <Select
      label="Organization"
      required
      data-autofocus
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched.
      filter={({ options }) => options}
      onKeyDown={takeFirst}
      withCheckIcon={false}
      comboboxProps={{ withinPortal: false }}
      maxDropdownHeight={240}
      classNames={{ dropdown: classes.choices }}
      placeholder="Name, e-mail, phone, EIN or place"
      nothingFoundMessage={error ? error.message : 'No organization fits'}
      data={rows.map(({ _id, orgName, orgStatus }) => ({
        value: _id,
        label: orgName,
        disabled: orgStatus === 'blocked',
      }))}
      renderOption={({ option }) => <Choice organization={rows.find(({ _id }) => _id === option.value)} />}
      rightSection={<Icon name="down" />}
      value={value?._id ?? null}
      onChange={(id) => onChange(rows.find(({ _id }) => _id === id))}
    />
  )
}

function Choice({ organization }: { organization: OrganizationRow | undefined }) {
  if (!organization) return null
  const { orgName, orgEmail, orgStatus } = organization
  return (
    <span className={classes.option}>
      {orgName}
      <small>{orgStatus === 'blocked' ? 'Blocked, and cannot be given devices' : orgEmail}</small>
    </span>
  )
}
