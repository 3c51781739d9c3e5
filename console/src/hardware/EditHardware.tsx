import { hardware } from '@hikmah/contract/hardware/calls'
import type { Device } from '@hikmah/contract/hardware/schemas'
import { DEVICE_UPDATED } from '@hikmah/contract/hardware/words'
import { plainTextOf } from '@hikmah/contract/rich-text/document'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { read, useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { TextField } from '../kit/field/TextField.tsx'
import { type Choice, ConflictDialog, conflictsBetween } from '../kit/form/ConflictDialog.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { FormAlert } from '../kit/form/FormAlert.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useUnsavedGuard } from '../kit/form/unsaved.ts'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { DeviceFields } from './DeviceFields.tsx'
import { DeviceLink, HardwareLink } from './DeviceLink.tsx'
import { changesOf, type DeviceValues, editRules, formErrors, missingToSave, valuesOf } from './device-form.ts'
import { MAY_NOT_CHANGE } from './device-words.ts'

const route = getRouteApi('/console/edit-hardware/$id')

/** /edit-hardware/{id}: price, image and details; what the unit is never changes. */
export function EditHardware() {
  const { id } = route.useParams()
  const device = useQuery(read(hardware.readDevice, { params: { id } }))
  return (
    <LoadedPage
      name="Device"
      query={device}
      trail={[<HardwareLink key="all" />]}
      wayBack={<HardwareLink>Go to the hardware</HardwareLink>}
    >
      {(data) => <EditLoaded key={data._id} device={data} />}
    </LoadedPage>
  )
}

const labels = { price: 'Price', image: 'Image', details: 'Details' }

/** Two versions in words that can be compared. */
const inWords = ({ price, image, details }: DeviceValues) => ({
  price,
  image: image.url,
  details: plainTextOf(details),
})

/** The fields that differ. What you did not touch stays theirs unless you say otherwise. */
function conflictsOf(yours: DeviceValues, before: Device, theirs: Device) {
  const touched = new Set(conflictsBetween(inWords(yours), inWords(valuesOf(before)), labels).map(({ field }) => field))
  return conflictsBetween(inWords(yours), inWords(valuesOf(theirs)), labels, show).map((conflict) => ({
    ...conflict,
    choice: touched.has(conflict.field) ? ('yours' as const) : ('theirs' as const),
  }))
}

const show = (field: string, value: unknown) =>
  field === 'image' && value ? <img src={String(value)} alt="" height={32} /> : String(value ?? '')

function EditLoaded({ device }: { device: Device }) {
  const navigate = useNavigate()
  const mayManage = useMay('hardware.manage')
  // The version that is edited: a newer one must not slip in under what is typed.
  const [base, setBase] = useState(device)
  const [theirs, setTheirs] = useState<Device>()
  const form = useForm<DeviceValues>({
    initialValues: valuesOf(base),
    validate: editRules,
    validateInputOnBlur: true,
  })
  useUnsavedGuard(form.isDirty)

  const save = useWrite(hardware.updateDevice, {
    success: ({ _id, deviceId }, message) => {
      form.resetDirty()
      notifySuccess(message ?? DEVICE_UPDATED, deviceId)
      return navigate({ to: '/hardware-details/$id', params: { id: _id } })
    },
    error: ({ code, current, fields }) => {
      if (code === 'CONFLICT' && current) setTheirs(current)
      else form.setErrors(formErrors(fields))
    },
  })

  const send = (values: DeviceValues, kept: Device) => {
    const { deviceId, appStream, macAddress, version } = kept
    save.mutate({
      params: { id: kept._id },
      body: { deviceId, appStream, macAddress, ...changesOf(values, kept), version },
    })
  }

  /** Goes on from what somebody else has saved. */
  function takeUp(kept: Device, values: DeviceValues) {
    setBase(kept)
    setTheirs(undefined)
    form.setInitialValues(valuesOf(kept))
    form.setValues(values)
  }

  function settle(kept: Device, choices: Record<string, Choice>) {
    const other = valuesOf(kept)
    const merged = { ...form.values }
    if (choices.price === 'theirs') merged.price = other.price
    if (choices.image === 'theirs') merged.image = other.image
    if (choices.details === 'theirs') merged.details = other.details
    takeUp(kept, merged)
    send(merged, kept)
  }

  const submit = form.onSubmit(
    (values) => send(values, base),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  const isSaidInFields = Object.keys(save.error?.fields ?? {}).length > 0

  return (
    <Page
      title="Edit Hardware/Device"
      sub={base.deviceId}
      trail={[
        <HardwareLink key="all" />,
        <DeviceLink key="one" id={base._id}>
          {base.deviceId}
        </DeviceLink>,
      ]}
    >
      <Form label="Edit Hardware/Device" onSubmit={submit}>
        {!isSaidInFields && !theirs && <FormAlert error={save.error} />}
        <TextField label="App stream" readOnly value={base.appStream} />
        <TextField label="Device Id" readOnly value={base.deviceId} />
        <TextField label="MAC address" readOnly value={base.macAddress} />
        <TextField
          label="Status"
          readOnly
          value={base.status}
          description="The status changes on the page of the device"
        />
        <DeviceFields form={form} />
        <FormActions>
          <SubmitButton
            loading={save.isPending}
            reason={
              mayManage ? (missingToSave(form.values) ?? (!form.isDirty() && 'Nothing is changed yet')) : MAY_NOT_CHANGE
            }
          >
            Save
          </SubmitButton>
          <ButtonLink variant="default" to="/hardware-details/$id" params={{ id: base._id }}>
            Back
          </ButtonLink>
        </FormActions>
      </Form>
      {theirs && (
        <ConflictDialog
          conflicts={conflictsOf(form.values, base, theirs)}
          said={`Somebody else saved ${theirs.deviceId} while you were editing. Choose what to keep.`}
          isSaving={save.isPending}
          onCancel={() => setTheirs(undefined)}
          onKeepTheirs={() => takeUp(theirs, valuesOf(theirs))}
          onSave={(choices) => settle(theirs, choices)}
        />
      )}
    </Page>
  )
}
