import { hardware } from '@hikmah/contract/hardware/calls'
import { deviceFields } from '@hikmah/contract/hardware/fields'
import type { AppStream } from '@hikmah/contract/hardware/schemas'
import { appStreams, chosenDeviceStatuses, DEVICE_ADDED, isGuarded, normalMac } from '@hikmah/contract/hardware/words'
import { Button, NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '../kit/api/api.ts'
import { useMay } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { fieldError } from '../kit/field/field-error.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { CancelLink } from '../kit/form/CancelLink.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useUnsavedGuard } from '../kit/form/unsaved.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { Page } from '../kit/page/Page.tsx'
import { DeviceFields } from './DeviceFields.tsx'
import { DeviceKeyDialog, type IssuedKey } from './DeviceKeyDialog.tsx'
import { DeviceLink, HardwareLink } from './DeviceLink.tsx'
import {
  formErrors,
  imageOf,
  missingToAdd,
  type NewDeviceValues,
  newDevice,
  newDeviceRules,
  wholePrice,
} from './device-form.ts'
import { useDeviceId } from './device-id.ts'
import { MAY_NOT_CHANGE } from './device-words.ts'
import { upperCased } from './upper-cased.ts'

/** /add-hardware */
export function AddHardware() {
  const navigate = useNavigate()
  const mayManage = useMay('hardware.manage')
  const mayLock = useMay('hardware.lock')
  const [added, setAdded] = useState<IssuedKey>()
  const form = useForm<NewDeviceValues>({
    initialValues: newDevice,
    validate: newDeviceRules,
    validateInputOnBlur: true,
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
      const { appStream: stream, macAddress, status, price, details } = values
      create.mutate({
        body: {
          appStream: stream,
          deviceId: id.deviceId,
          macAddress,
          status,
          price: wholePrice(price),
          details,
          imageMetaData: imageOf(values),
        },
      })
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  const mac = form.getInputProps('macAddress')
  const { error: statusError, ...status } = form.getInputProps('status')
  const idProblem = form.errors.deviceId ?? id.error?.message
  const isSaidInFields = Object.keys(create.error?.fields ?? {}).length > 0

  return (
    <Page title="Add Hardware/Device" trail={[<HardwareLink key="all" />]}>
      <Form label="Add Hardware/Device" onSubmit={submit}>
        <NativeSelect
          label={deviceFields.appStream}
          required
          data={[{ value: '', label: 'Choose', disabled: appStream !== '' }, ...appStreams]}
          rightSection={<Icon name="down" size={12} />}
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
          placeholder={id.isFetching ? 'Asking for an id…' : 'Comes with the app stream'}
          description={idProblem ? undefined : 'Made by the system, new for each choice of the app stream'}
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
          autoComplete="off"
          spellCheck={false}
          placeholder="00:1A:2B:3C:4D:5E"
          {...mac}
          onChange={({ currentTarget }) => form.setFieldValue('macAddress', upperCased(currentTarget))}
          onBlur={(event) => {
            const { macAddress } = form.getValues()
            form.setFieldValue('macAddress', normalMac(macAddress) ?? macAddress)
            mac.onBlur?.(event)
          }}
        />
        <NativeSelect
          label={deviceFields.status}
          required
          data={chosenDeviceStatuses.map((value) => {
            const isRefused = isGuarded(value) && !mayLock
            return { value, label: isRefused ? `${value} (owners and admins only)` : value, disabled: isRefused }
          })}
          rightSection={<Icon name="down" size={12} />}
          error={fieldError(statusError)}
          {...status}
        />
        <DeviceFields form={form} />
        <FormActions failure={!isSaidInFields && create.error}>
          <SubmitButton
            loading={create.isPending}
            reason={mayManage ? missingToAdd(id.deviceId, form.values) : MAY_NOT_CHANGE}
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
  if (code !== 'DUPLICATE' || !_id || !fields.macAddress) return formErrors(fields)
  return {
    ...fields,
    macAddress: (
      <span>
        {fields.macAddress} <DeviceLink id={_id}>See that device</DeviceLink>
      </span>
    ),
  }
}
