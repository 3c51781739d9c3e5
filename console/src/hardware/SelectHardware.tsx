import { hardware } from '@hikmah/contract/hardware/endpoints'
import { MAY_NOT_CHANGE_DEVICES, THERE_ALREADY, whyNotAssign } from '@hikmah/contract/hardware/rules'
import {
  type AppStream,
  appStreams,
  DEVICE_ASSIGNED,
  type Device,
  type DeviceRow,
  deviceFields,
} from '@hikmah/contract/hardware/schemas'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { blockedBecause, organizationName } from '@hikmah/contract/organizations/words'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentProps, type FormEvent, useEffect, useState } from 'react'
import type { ApiError } from '../kit/api/api.ts'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { Dialog, DialogActions, notifySuccess } from '../kit/feedback/messages.tsx'
import { SearchSelect } from '../kit/field/SearchSelect.tsx'
import { ChoiceField, TextField } from '../kit/field/TextField.tsx'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved, useUnsavedGuard } from '../kit/form/unsaved.ts'
import { totalText } from '../kit/format/texts.ts'
import { NothingLoaded, RetryNote } from '../kit/page/ListStates.tsx'
import { FormOutline } from '../kit/page/Outlines.tsx'
import { Page } from '../kit/page/Page.tsx'
import { OrganizationLink, OrganizationsLink } from '../organizations/OrganizationLink.tsx'
import { OrganizationPanel } from '../organizations/OrganizationPanel.tsx'
import { mayNotReceive, OrganizationPicker, type Picked } from '../organizations/OrganizationPicker.tsx'
import { AssignedHardwareLink, INSTALL_LABEL, PLACE_HINT } from './DeviceLink.tsx'
import classes from './hardware.module.css'

const route = getRouteApi('/console/select-hardware/$id')
/** How many devices the choice lists at once; typing narrows it. */
const MAX_SHOWN = 100

/** /select-hardware/{id}: gives one device of the stock to the organization. */
export function SelectHardware() {
  const { id } = route.useParams()
  return (
    <OrganizationPanel id={id} shape="form">
      {(organization) => <SelectFor key={id} organization={organization} />}
    </OrganizationPanel>
  )
}

const stockOf = (appStream: AppStream | undefined, q?: string) =>
  read(hardware.listNotAssignedDevices, { query: { appStream, q, page: 1, limit: MAX_SHOWN } })

function SelectFor({ organization }: { organization: Organization }) {
  const { _id } = organization
  const orgName = organizationName(organization.orgName)
  const { data, error, refetch } = useQuery(stockOf(undefined))

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
      {data && <SelectForm organization={organization} />}
      {!data && error && <NothingLoaded title="No devices to choose from" onRetry={refetch} />}
      {!data && !error && <FormOutline name="the stock" />}
    </Page>
  )
}

const nothingChosen = {
  appStream: '' as AppStream | '',
  device: undefined as DeviceRow | undefined,
  name: '',
}

function SelectForm({ organization: { _id, orgName, orgStatus } }: { organization: Organization }) {
  const navigate = useNavigateOnceSaved()
  const client = useQueryClient()
  const mayManage = useMay('hardware.manage')
  const form = useForm({ initialValues: nothingChosen })
  const { appStream, device, name } = form.values
  const stock = useQuery({ ...stockOf(appStream || undefined), enabled: appStream !== '' })
  const inStock = stock.data?.meta
  const assign = useWrite(hardware.assignDevice, {
    success: (assigned, message) => {
      form.resetDirty()
      notifySuccess(message ?? DEVICE_ASSIGNED, `${assigned.deviceId} to ${organizationName(orgName)}`)
      return navigate({ to: '/assign-hardware/$id', params: { id: _id } })
    },
    error: (failure) => {
      form.setErrors(failure.fields)
      if (failure.status === 409) chooseAgain()
      console.error('The device could not be assigned', failure)
    },
  })

  /** Somebody else was faster: the stock has changed. */
  function chooseAgain() {
    form.setFieldValue('device', undefined)
    void client.invalidateQueries({ queryKey: [hardware.listNotAssignedDevices.path] })
  }
  useUnsavedGuard(form.isDirty)

  function run() {
    if (!device || name.trim() === '') return
    assign.mutate({ params: { id: device._id }, body: { deviceId: device.deviceId, organizationId: _id, name } })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }

  return (
    <Form label="Select hardware" onSubmit={submit}>
      <ChoiceField
        label={deviceFields.appStream}
        required
        data={[{ value: '', label: 'Choose', disabled: appStream !== '' }, ...appStreams]}
        value={appStream}
        onChange={({ currentTarget }) =>
          form.setValues({ appStream: currentTarget.value as AppStream, device: undefined })
        }
      />
      <SearchSelect
        key={appStream}
        label={deviceFields.deviceId}
        placeholder={appStream === '' ? 'Choose the app stream first' : 'Type an id or a MAC address'}
        description={
          inStock && `${totalText(inStock)} ${inStock.total === 1 ? 'device' : 'devices'} without an organization`
        }
        disabled={appStream === ''}
        nothing={inStock?.total === 0 ? `No ${appStream} device is in stock` : 'No device matches'}
        ask={(q) => stockOf(appStream || undefined, q)}
        nameOf={({ deviceId }: DeviceRow) => deviceId}
        detailOf={({ macAddress, status }) => `${macAddress} · ${status}`}
        refuses={({ status }) => whyNotAssign(status)}
        value={device}
        onChange={(chosen) => form.setFieldValue('device', chosen)}
        error={form.errors.deviceId}
      />
      <TextField
        label={deviceFields.macAddress}
        readOnly
        required
        value={device?.macAddress ?? ''}
        placeholder="Comes with the device"
      />
      <InstallLabelField {...form.getInputProps('name')} />
      {assign.error && !isRefusal(assign.error) && <RetryNote text="The device was not assigned." onRetry={run} />}
      {/* The seeds: an assignment that fails is only logged. One that is refused says why. */}
      <FormActions failure={isRefusal(assign.error) && !assign.error.fields.name && assign.error}>
        <SubmitButton
          loading={assign.isPending}
          reason={
            (!mayManage && MAY_NOT_CHANGE_DEVICES) ||
            (orgStatus === 'blocked' && blockedBecause(orgName)) ||
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

/** The server refused, as opposed to being unreachable or failing. */
const isRefusal = (failure: ApiError | null): failure is ApiError =>
  failure !== null && failure.status >= 400 && failure.status < 500

function whatIsMissing(appStream: string, device: DeviceRow | undefined, name: string): string | false {
  if (appStream === '') return 'Choose an app stream and a device, and enter an install label'
  if (!device) return name.trim() === '' ? 'Choose a device and enter an install label' : 'Choose a device'
  return name.trim() === '' && 'Enter an install label'
}

const InstallLabelField = (props: ComponentProps<typeof TextField>) => (
  <TextField label={INSTALL_LABEL} required max={50} description={PLACE_HINT} {...props} />
)

/** For a device of the stock; one that an organization has moves on from there. */
export function AssignDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { _id, deviceId, orgId: from } = device
  const [organization, setOrganization] = useState<Picked>()
  const [name, setName] = useState(device.name)
  const verb = from ? 'Move' : 'Assign'
  const assign = useWrite(hardware.assignDevice, {
    success: (_, message) => {
      notifySuccess(
        message ?? DEVICE_ASSIGNED,
        `${deviceId} to ${organization && organizationName(organization.orgName)}`,
      )
      onClose()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!organization || name.trim() === '') return
    const move = from && { from: from._id }
    assign.mutate({ params: { id: _id }, body: { deviceId, organizationId: organization._id, name, ...move } })
  }

  return (
    <Dialog title={`${verb} ${deviceId}`} onClose={onClose}>
      <form className={classes.statuses} noValidate onSubmit={submit}>
        <OrganizationPicker
          value={organization}
          onChange={setOrganization}
          refuses={(row) => (row._id === from?._id ? THERE_ALREADY : mayNotReceive(row))}
          error={assign.error?.fields.organizationId}
        />
        <InstallLabelField
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={assign.error?.fields.name}
        />
        {from && (
          <p className="quiet">
            Leaves {organizationName(from.orgName)}. Its key and history stay, and the activity of both organizations
            records it.
          </p>
        )}
        {!assign.error?.fields.name && <FormAlert error={assign.error} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton
            isQuiet
            loading={assign.isPending}
            reason={(!organization || name.trim() === '') && 'Choose an organization and enter an install label'}
          >
            {verb}
          </SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
