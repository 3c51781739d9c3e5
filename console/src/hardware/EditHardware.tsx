import { hardware } from '@hikmah/contract/hardware/endpoints'
import { DEVICE_UPDATED, type Device, deviceFields, MAY_NOT_CHANGE_DEVICES } from '@hikmah/contract/hardware/schemas'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read, useMay } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { NO_CHANGES } from '../kit/format/texts.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { ButtonLink, Page } from '../kit/page/Page.tsx'
import { DeviceLink, hardwareTrail, hardwareWayBack } from './DeviceLink.tsx'
import { checkEdit, deviceForm, missingToSave } from './device-form.tsx'

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
      <Form label="Edit Hardware/Device" onSubmit={onSubmit}>
        <TextField label={deviceFields.appStream} readOnly value={base.appStream} />
        <TextField label={deviceFields.deviceId} readOnly value={base.deviceId} />
        <TextField label={deviceFields.macAddress} readOnly value={base.macAddress} />
        <TextField
          label={deviceFields.status}
          readOnly
          value={base.status}
          description="The status is changed on the device page"
        />
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
      {dialog}
    </Page>
  )
}
