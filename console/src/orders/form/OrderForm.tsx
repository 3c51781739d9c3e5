import { hardware } from '@hikmah/contract/hardware/calls'
import { orders } from '@hikmah/contract/orders/calls'
import { END_BEFORE_START, firstStatuses, ORDER_ADDED } from '@hikmah/contract/orders/words'
import { organizations } from '@hikmah/contract/organizations/calls'
import { staff } from '@hikmah/contract/staff/calls'
import { REQUIRED } from '@hikmah/contract/words'
import { NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AssigneePicker } from '../../communication/AssigneePicker.tsx'
import { HardwareLink } from '../../hardware/DeviceLink.tsx'
import { useMay } from '../../kit/api/current-user.ts'
import { read, useWrite } from '../../kit/api/data.ts'
import { notifySuccess } from '../../kit/feedback/notify.ts'
import { fieldError } from '../../kit/field/field-error.tsx'
import { TextField } from '../../kit/field/TextField.tsx'
import { CancelLink } from '../../kit/form/CancelLink.tsx'
import { Form, FormActions } from '../../kit/form/Form.tsx'
import { SubmitButton } from '../../kit/form/SubmitButton.tsx'
import { useUnsavedGuard } from '../../kit/form/unsaved.ts'
import { Icon } from '../../kit/icons/icons.tsx'
import { NotAllowed } from '../../kit/page/NotAllowed.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { statusLabels } from '../order-status.ts'
import { MAY_NOT_MANAGE } from '../order-words.ts'
import { FoundSelect } from './FoundSelect.tsx'
import { teamChoices } from './team-choices.ts'

const TITLE = 'DEENKIOSK - Hardware'
const APP_STREAM = 'DEENKIOSK'
/** How many are listed at once; typing narrows it. */
const MAX_SHOWN = 20

const newOrder = {
  orgId: '',
  deviceId: '',
  assignee: '',
  startDate: '',
  endDate: '',
  status: 'new' as (typeof firstStatuses)[number],
}
type Values = typeof newOrder
const required = (text: string) => (text === '' ? REQUIRED : undefined)

/** /order/order-form: orders a kiosk for an organization. */
export function OrderForm() {
  const mayManage = useMay('orders.manage')
  return (
    <Page title={TITLE} trail={[<HardwareLink key="all" />]}>
      {mayManage ? (
        <Fields />
      ) : (
        <NotAllowed reason={MAY_NOT_MANAGE} wayBack={<HardwareLink>Go to the hardware</HardwareLink>} />
      )}
    </Page>
  )
}

function Fields() {
  const navigate = useNavigate()
  const team = useQuery(read(staff.listStaff, { query: { status: 'active', page: 1, limit: 100 } }))
  const form = useForm<Values>({
    initialValues: newOrder,
    validateInputOnBlur: ['startDate', 'endDate'],
    validate: {
      orgId: required,
      deviceId: required,
      assignee: required,
      startDate: required,
      endDate: (end, { startDate }) => required(end) ?? (end < startDate ? END_BEFORE_START : undefined),
    },
  })
  const create = useWrite(orders.createOrder, {
    success: (order, message) => {
      form.resetDirty()
      notifySuccess(message ?? ORDER_ADDED, order.orderNo)
      return navigate({ to: '/order/order-details', search: { id: order._id } })
    },
    error: ({ fields }) => form.setErrors(fields),
  })
  useUnsavedGuard(form.isDirty)
  const submit = form.onSubmit(
    (body) => create.mutate({ body }),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  const chosen = (field: 'orgId' | 'deviceId') => ({
    value: form.values[field],
    onChange: (id: string) => {
      form.setFieldValue(field, id)
      form.clearFieldError(field)
    },
    error: form.errors[field],
  })
  const { error: statusError, ...status } = form.getInputProps('status')
  const missing = Object.values(form.values).includes('')

  return (
    <Form label={TITLE} onSubmit={submit}>
      <FoundSelect
        label="Organization"
        placeholder="Name, e-mail, phone, EIN or place"
        nothing="No organization matches"
        ask={(q) => read(organizations.listOrganizations, { query: { q, page: 1, limit: MAX_SHOWN } })}
        optionOf={({ _id, orgName, orgEmail, orgStatus }) => ({
          value: _id,
          label: orgName,
          detail: orgStatus === 'blocked' ? 'Blocked, and cannot receive devices' : orgEmail,
          disabled: orgStatus === 'blocked',
        })}
        {...chosen('orgId')}
      />
      <FoundSelect
        label="Device"
        placeholder="Id or MAC address"
        nothing={`No ${APP_STREAM} is available`}
        ask={(q) =>
          read(hardware.listDevices, {
            query: { q, appStream: APP_STREAM, status: 'Available', page: 1, limit: MAX_SHOWN },
          })
        }
        optionOf={({ _id, deviceId, macAddress, orgId }) => ({
          value: _id,
          label: deviceId,
          detail: orgId ? `Assigned to ${orgId.orgName}` : macAddress,
          disabled: orgId !== null,
        })}
        {...chosen('deviceId')}
      />
      <AssigneePicker
        choices={teamChoices(team.data?.data)}
        value={form.values.assignee}
        onChange={(id) => {
          form.setFieldValue('assignee', id)
          form.clearFieldError('assignee')
        }}
        error={fieldError(form.errors.assignee)}
        failure={team.error}
        onRetry={team.refetch}
      />
      <TextField type="date" label="Start Date" required {...form.getInputProps('startDate')} />
      <TextField
        type="date"
        label="End Date"
        required
        min={form.values.startDate || undefined}
        {...form.getInputProps('endDate')}
      />
      <NativeSelect
        label="Status"
        data={firstStatuses.map((value) => ({ value, label: statusLabels[value] }))}
        rightSection={<Icon name="down" size={12} />}
        error={fieldError(statusError)}
        {...status}
      />
      <FormActions failure={Object.keys(create.error?.fields ?? {}).length === 0 && create.error}>
        <SubmitButton
          loading={create.isPending}
          reason={missing && 'Choose an organization, a device, an assignee, a start and an end to add the order'}
        >
          Add Now
        </SubmitButton>
        <CancelLink to="/hardware" />
      </FormActions>
    </Form>
  )
}
