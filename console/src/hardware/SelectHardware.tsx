import { appStreams, DEVICE_ASSIGNED, unassignableBecause } from '@hikmah/contract/hardware/words'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { hardware } from '@hikmah/contract/hardware/calls'
import type { DeviceRow } from '@hikmah/contract/hardware/schemas'
import { organizations } from '@hikmah/contract/organizations/calls'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { NativeSelect, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect } from 'react'
import type { ApiError } from '../kit/api/api.ts'
import { useMay } from '../kit/api/current-user.ts'
import { read, useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import choices from '../kit/field/choices.module.css'
import { fieldError } from '../kit/field/field-error.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { CancelLink } from '../kit/form/CancelLink.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useUnsavedGuard } from '../kit/form/unsaved.ts'
import { plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { FormOutline } from '../kit/page/Outlines.tsx'
import { Page } from '../kit/page/Page.tsx'
import { RetryNote } from '../kit/row/RetryNote.tsx'
import { OrganizationLink, OrganizationsLink } from '../organizations/OrganizationLink.tsx'
import { AssignedHardwareLink } from './DeviceLink.tsx'
import { MAY_NOT_CHANGE } from './device-words.ts'
import { LoadAgain } from './LoadAgain.tsx'

const route = getRouteApi('/console/select-hardware/$id')
const MAX_LABEL = 50
/** How many devices the choice lists at once; typing narrows it. */
const MAX_SHOWN = 100

/** /select-hardware/{id}: gives one device of the stock to the organization. */
export function SelectHardware() {
  const { id } = route.useParams()
  const organization = useQuery(read(organizations.readOrganization, { params: { id } }))
  return (
    <LoadedPage
      name="Organization"
      shape="form"
      query={organization}
      trail={[<OrganizationsLink key="all" />]}
      wayBack={<OrganizationsLink>Go to the organizations</OrganizationsLink>}
    >
      {(data) => <SelectFor key={id} organization={data} />}
    </LoadedPage>
  )
}

function SelectFor({ organization }: { organization: Organization }) {
  const { _id, orgName } = organization
  const stock = useQuery(read(hardware.listNotAssignedDevices, { query: {} }))
  const { data, error, refetch } = stock

  // The seeds: a stock that cannot be loaded is only logged.
  useEffect(() => {
    if (error) console.error('The unassigned devices could not be loaded', error)
  }, [error])

  return (
    <Page
      title="Select hardware"
      sub={`For ${orgName}`}
      trail={[
        <OrganizationsLink key="all" />,
        <OrganizationLink key="one" id={_id}>
          {orgName}
        </OrganizationLink>,
        <AssignedHardwareLink key="hardware" orgId={_id} />,
      ]}
    >
      {data && <SelectForm organization={organization} stock={data.data} onOutdated={refetch} />}
      {!data && error && <LoadAgain title="No devices to choose from" onRetry={refetch} />}
      {!data && !error && <FormOutline name="the stock" />}
    </Page>
  )
}

interface Props {
  organization: Organization
  /** The devices without an organization. */
  stock: DeviceRow[]
  /** Somebody else was faster: the choices have changed. */
  onOutdated: () => unknown
}

function SelectForm({ organization: { _id, orgName, orgStatus }, stock, onOutdated }: Props) {
  const navigate = useNavigate()
  const mayManage = useMay('hardware.manage')
  const form = useForm({ initialValues: { appStream: '', id: '', name: '' } })
  const { appStream, id, name } = form.values
  const ofStream = stock.filter((device) => device.appStream === appStream)
  const device = ofStream.find((one) => one._id === id)
  const assign = useWrite(hardware.assignDevice, {
    success: (assigned, message) => {
      form.resetDirty()
      notifySuccess(message ?? DEVICE_ASSIGNED, `${assigned.deviceId} to ${orgName}`)
      return navigate({ to: '/assign-hardware/$id', params: { id: _id } })
    },
    error: (failure) => {
      form.setErrors(failure.fields)
      if (failure.status === 409) onOutdated()
      console.error('The device could not be assigned', failure)
    },
  })
  useUnsavedGuard(form.isDirty)

  function run() {
    if (!device || name.trim() === '') return
    assign.mutate({ params: { id: device._id }, body: { deviceId: device.deviceId, organizationId: _id, name } })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  const { error: nameError, ...label } = form.getInputProps('name')

  return (
    <Form label="Select hardware" onSubmit={submit}>
      <NativeSelect
        label="App stream"
        required
        data={[{ value: '', label: 'Choose', disabled: appStream !== '' }, ...appStreams]}
        rightSection={<Icon name="down" size={12} />}
        value={appStream}
        onChange={({ currentTarget }) => form.setValues({ appStream: currentTarget.value, id: '' })}
      />
      <Select
        label="Device Id"
        required
        searchable
        limit={MAX_SHOWN}
        selectFirstOptionOnChange
        // Enter chooses, as a scanner sends it after an id; it must not send the form with the device that was there before.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
        allowDeselect={false}
        withCheckIcon={false}
        // Outside of main the choices would be in no landmark.
        comboboxProps={{ withinPortal: false }}
        maxDropdownHeight={320}
        classNames={{ dropdown: choices.choices }}
        placeholder={appStream === '' ? 'Choose the app stream first' : 'Type an id or a MAC address'}
        description={appStream === '' ? undefined : `${plural(ofStream.length, 'device')} without an organization`}
        disabled={appStream === ''}
        nothingFoundMessage={ofStream.length === 0 ? `No ${appStream} device is in stock` : 'No device matches'}
        data={ofStream.map(optionOf)}
        filter={({ options, search, limit }) => {
          const wanted = search.trim().toUpperCase()
          const fits = ofStream.filter(({ deviceId, macAddress }) => `${deviceId} ${macAddress}`.includes(wanted))
          const fitting = new Set(device?.deviceId === wanted ? ofStream.map((it) => it._id) : fits.map((it) => it._id))
          return options.filter((option) => 'value' in option && fitting.has(option.value)).slice(0, limit)
        }}
        renderOption={({ option }) => <Choice device={ofStream.find((it) => it._id === option.value)} />}
        rightSection={<Icon name="down" size={12} />}
        error={fieldError(form.errors.deviceId)}
        // A device that somebody else has just taken is no longer a choice.
        value={device?._id ?? null}
        onChange={(chosen) => form.setFieldValue('id', chosen ?? '')}
      />
      <TextField
        label="MAC address"
        readOnly
        required
        value={device?.macAddress ?? ''}
        placeholder="Comes with the device"
      />
      <TextField
        label="Install label"
        required
        max={MAX_LABEL}
        autoComplete="off"
        description="Where it stands, for example “Main prayer hall”"
        {...label}
        error={nameError}
      />
      {assign.error && !isRefusal(assign.error) && <RetryNote text="The device was not assigned." onRetry={run} />}
      {/* The seeds: an assignment that fails is only logged. One that is refused says why. */}
      <FormActions failure={isRefusal(assign.error) && !assign.error.fields.name && assign.error}>
        <SubmitButton
          loading={assign.isPending}
          reason={
            (!mayManage && MAY_NOT_CHANGE) ||
            (orgStatus === 'blocked' && `${orgName} is blocked and cannot receive devices`) ||
            whatIsMissing(appStream, device, name)
          }
        >
          Assign
        </SubmitButton>
        <CancelLink to="/assign-hardware/$id" params={{ id: _id }} />
      </FormActions>
    </Form>
  )
}

const optionOf = ({ _id, deviceId, status }: DeviceRow) => ({
  value: _id,
  label: deviceId,
  disabled: unassignableBecause(status) !== undefined,
})

function Choice({ device }: { device: DeviceRow | undefined }) {
  if (!device) return null
  return (
    <span className={choices.option}>
      {device.deviceId}
      <small>{[device.macAddress, unassignableBecause(device.status) ?? device.status].join(' · ')}</small>
    </span>
  )
}

/** The server refused, as opposed to being unreachable or failing. */
const isRefusal = (failure: ApiError | null): failure is ApiError =>
  failure !== null && failure.status >= 400 && failure.status < 500

function whatIsMissing(appStream: string, device: DeviceRow | undefined, name: string): string | false {
  if (appStream === '') return 'Choose an app stream and a device, and enter an install label'
  if (!device) return name.trim() === '' ? 'Choose a device and enter an install label' : 'Choose a device'
  return name.trim() === '' && 'Enter an install label'
}
