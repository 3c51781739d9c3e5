import { normalMac } from '@hikmah/contract/hardware/drafts'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { isGuarded, MAY_NOT_CHANGE_DEVICES } from '@hikmah/contract/hardware/rules'
import {
  type AppStream,
  appStreams,
  chosenDeviceStatuses,
  DEVICE_ADDED,
  DEVICE_UPDATED,
  type Device,
  deviceFields,
  streamPrefix,
} from '@hikmah/contract/hardware/schemas'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '../kit/api/api.ts'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { ChoiceField, TextField } from '../kit/field/TextField.tsx'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved, useUnsavedGuard } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { NO_CHANGES } from '../kit/format/texts.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { ButtonLink, Columns, Page, SectionHead } from '../kit/page/Page.tsx'
import { APP_STREAM_MEANING, DeviceStatusBadge } from './DeviceCells.tsx'
import { DeviceKeyDialog, type IssuedKey } from './DeviceDialogs.tsx'
import { DeviceLink, hardwareTrail, hardwareWayBack } from './DeviceLink.tsx'
import {
  checkEdit,
  checkNewDevice,
  deviceForm,
  missingToAdd,
  missingToSave,
  type NewDeviceValues,
  newDevice,
} from './device-form.tsx'
import classes from './hardware.module.css'

const route = getRouteApi('/console/edit-hardware/$id')

/** /edit-hardware/{id}: price, image and details; what the unit is never changes. */
export function EditHardware() {
  const { id } = route.useParams()
  const device = useQuery(read(hardware.readDevice, { params: { id } }))
  return (
    <LoadedPage name="Device" shape="form" query={device} trail={hardwareTrail} wayBack={hardwareWayBack}>
      {(data) => <EditLoaded key={data._id} device={data} />}
    </LoadedPage>
  )
}

function EditLoaded({ device }: { device: Device }) {
  const navigate = useNavigateOnceSaved()
  const mayManage = useMay('hardware.manage')
  const { form, base, isSaving, failure, onSubmit, dialog } = useEditForm(hardware.updateDevice, {
    row: device,
    toValues: deviceForm.read,
    fields: deviceForm.compared,
    validate: checkEdit,
    input: (values, kept) => {
      const { deviceId, appStream, macAddress, version } = kept
      return {
        params: { id: kept._id },
        body: { deviceId, appStream, macAddress, ...deviceForm.sendChanges(values, kept), version },
      }
    },
    describeOtherSave: ({ deviceId }) => `Somebody else saved ${deviceId} while you were editing.`,
    success: ({ _id, deviceId }, message) => {
      notifySuccess(message ?? DEVICE_UPDATED, deviceId)
      return navigate({ to: '/hardware-details/$id', params: { id: _id } })
    },
  })

  return (
    <Page
      title="Edit Hardware/Device"
      sub={base.deviceId}
      trail={[
        ...hardwareTrail,
        <DeviceLink key="one" id={base._id}>
          {base.deviceId}
        </DeviceLink>,
      ]}
    >
      <Columns rail={<WhatNeverChanges device={base} />}>
        <Form label="Edit Hardware/Device" onSubmit={onSubmit}>
          <deviceForm.Inputs form={form} />
          <FormActions failure={failure}>
            <SubmitButton
              loading={isSaving}
              reason={
                mayManage ? (missingToSave(form.values) ?? (!form.isDirty() && NO_CHANGES)) : MAY_NOT_CHANGE_DEVICES
              }
            >
              Save
            </SubmitButton>
            <ButtonLink variant="default" to="/hardware-details/$id" params={{ id: base._id }}>
              Back
            </ButtonLink>
          </FormActions>
        </Form>
      </Columns>
      {dialog}
    </Page>
  )
}

const WhatNeverChanges = ({ device: { appStream, deviceId, macAddress, status, orgId } }: { device: Device }) => (
  <section aria-label="Device">
    <SectionHead title="Device" />
    <Facts
      columns={1}
      facts={[
        [deviceFields.appStream, appStream],
        [deviceFields.deviceId, deviceId],
        [deviceFields.macAddress, macAddress],
        [deviceFields.status, <DeviceStatusBadge key="status" status={status} isAssigned={orgId !== null} />],
      ]}
    />
    <p className={classes.said}>The status is changed on the device page.</p>
  </section>
)

/** /add-hardware */
export function AddHardware() {
  const navigate = useNavigate()
  const mayManage = useMay('hardware.manage')
  const mayLock = useMay('hardware.lock')
  const [added, setAdded] = useState<IssuedKey>()
  const form = useForm<NewDeviceValues>({
    initialValues: newDevice,
    validate: checkNewDevice,
    ...validateWhenLeft,
  })
  const { appStream } = form.values
  const id = useDeviceId(appStream)
  const create = useWrite(hardware.createDevice, {
    success: (device, message) => {
      form.resetDirty()
      notifySuccess(message ?? DEVICE_ADDED, device.deviceId)
      setAdded(device)
    },
    error: (failure) => {
      form.setErrors(underFields(failure))
      form.getInputNode(Object.keys(failure.fields)[0] ?? '')?.focus()
    },
  })
  useUnsavedGuard(form.isDirty)

  const submit = form.onSubmit(
    (values) => {
      if (values.appStream === '' || added) return
      const { appStream: stream, macAddress, status } = values
      create.mutate({
        body: { appStream: stream, deviceId: id.deviceId, macAddress, status, ...deviceForm.send(values) },
      })
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  const mac = form.getInputProps('macAddress')
  const idProblem = form.errors.deviceId ?? id.error?.message
  const isShownInFields = create.error?.isShownInFields

  return (
    <Page title="Add Hardware/Device" trail={hardwareTrail}>
      <Form label="Add Hardware/Device" onSubmit={submit}>
        <ChoiceField
          label={deviceFields.appStream}
          description={APP_STREAM_MEANING}
          required
          data={[{ value: '', label: 'Choose', disabled: appStream !== '' }, ...appStreams]}
          {...form.getInputProps('appStream')}
          onChange={({ currentTarget }) => {
            form.setFieldValue('appStream', currentTarget.value as AppStream)
            form.clearFieldError('deviceId')
            id.another()
          }}
        />
        <TextField
          label={deviceFields.deviceId}
          readOnly
          // There is nothing to type.
          tabIndex={-1}
          data-path="deviceId"
          value={id.deviceId}
          placeholder={id.isFetching ? 'Generating…' : 'Choose an app stream first'}
          description={idProblem ? undefined : 'Generated by the system each time you choose an app stream'}
          error={idProblem}
          rightSectionWidth={116}
          rightSection={
            idProblem && (
              <Button
                variant="default"
                size="xs"
                loading={id.isFetching}
                onClick={() => {
                  form.clearFieldError('deviceId')
                  id.another()
                }}
              >
                Get another id
              </Button>
            )
          }
        />
        <TextField
          label={deviceFields.macAddress}
          required
          spellCheck={false}
          placeholder="00:1A:2B:3C:4D:5E"
          {...mac}
          onChange={({ currentTarget }) => form.setFieldValue('macAddress', upperCased(currentTarget))}
          onBlur={(event) => {
            const { macAddress } = form.getValues()
            const normal = normalMac(macAddress)
            // Setting a field takes its error away.
            if (normal && normal !== macAddress) form.setFieldValue('macAddress', normal)
            mac.onBlur?.(event)
          }}
        />
        <ChoiceField
          label={deviceFields.status}
          required
          data={chosenDeviceStatuses.map((value) => {
            const isRefused = isGuarded(value) && !mayLock
            return { value, label: isRefused ? `${value} (owners and admins only)` : value, disabled: isRefused }
          })}
          {...form.getInputProps('status')}
        />
        <deviceForm.Inputs form={form} />
        <FormActions failure={!isShownInFields && create.error}>
          <SubmitButton
            loading={create.isPending}
            reason={mayManage ? missingToAdd(id.deviceId, form.values) : MAY_NOT_CHANGE_DEVICES}
          >
            Add Now
          </SubmitButton>
          <CancelLink to="/hardware" />
        </FormActions>
      </Form>
      {added && (
        <DeviceKeyDialog
          issued={added}
          onDone={() => void navigate({ to: '/hardware-details/$id', params: { id: added._id } })}
        />
      )}
    </Page>
  )
}

/** A MAC address that is taken leads to the device that has it. */
function underFields({ code, fields, current }: ApiError) {
  const { _id } = (current ?? {}) as { _id?: string }
  if (code !== 'DUPLICATE' || !_id || !fields.macAddress) return fields
  return {
    ...fields,
    macAddress: (
      <span>
        {fields.macAddress} <DeviceLink id={_id}>See that device</DeviceLink>
      </span>
    ),
  }
}

/** Upper-cases what stands in the field and leaves the caret where it is. */
export function upperCased(input: HTMLInputElement): string {
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
  return input.value
}

/** The device id for a new device: a fresh one for each choice of app stream, and on request. */
export function useDeviceId(appStream: AppStream | '') {
  const [turn, setTurn] = useState(0)
  const { queryKey, ...query } = read(
    hardware.getUniqueDeviceId,
    { query: { appStream: streamPrefix[appStream || 'DEENKIOSK'] } },
    { withoutToken: true },
  )
  const { data, error, isFetching } = useQuery({
    ...query,
    queryKey: [...queryKey, turn],
    enabled: appStream !== '',
    // An id stays until another one is requested.
    staleTime: 'static',
    gcTime: 0,
  })
  return {
    deviceId: appStream === '' ? '' : (data?.data ?? ''),
    error,
    isFetching,
    another: () => setTurn((last) => last + 1),
  }
}
