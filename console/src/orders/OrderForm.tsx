import { hardware } from '@hikmah/contract/hardware/endpoints'
import type { DeviceRow } from '@hikmah/contract/hardware/schemas'
import { orders } from '@hikmah/contract/orders/endpoints'
import { ORDER_ADDED, orderStages, orderStatusLabels } from '@hikmah/contract/orders/words'
import { staff } from '@hikmah/contract/staff'
import { dayProblem, EARLIEST_DAY, END_BEFORE_START, REQUIRED, START_DATE } from '@hikmah/contract/words'
import { NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { AssigneePicker, toAssigneeChoice } from '../communication/AssigneePicker.tsx'
import { HardwareLink, hardwareWayBack } from '../hardware/DeviceLink.tsx'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { SearchSelect } from '../kit/field/SearchSelect.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { stillNeeded } from '../kit/form/typed-numbers.ts'
import { useNavigateOnceSaved, useUnsavedGuard } from '../kit/form/unsaved.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { NotAllowed } from '../kit/page/ListStates.tsx'
import { Page } from '../kit/page/Page.tsx'
import { mayNotReceive, OrganizationPicker, type Picked } from '../organizations/OrganizationPicker.tsx'
import { MAY_NOT_MANAGE } from './order-text.ts'

const TITLE = 'DEENKIOSK - Hardware'
const APP_STREAM = 'DEENKIOSK'
/** How many are listed at once; typing narrows it. */
const MAX_SHOWN = 20

const newOrder = {
  orgId: undefined as Picked | undefined,
  deviceId: undefined as DeviceRow | undefined,
  assignee: '',
  startDate: '',
  endDate: '',
  status: 'new' as (typeof orderStages.pending)[number],
}
type Values = typeof newOrder
const required = (value: unknown) => (value ? undefined : REQUIRED)

const whatIsMissing = ({ orgId, deviceId, assignee, startDate, endDate }: Values) =>
  stillNeeded([
    !orgId && 'an organization',
    !deviceId && 'a device',
    !assignee && 'an assignee',
    !startDate && 'a start date',
    !endDate && 'an end date',
  ])

/** /order/order-form: orders a kiosk for an organization. */
export function OrderForm() {
  const mayManage = useMay('orders.manage')
  return (
    <Page title={TITLE} trail={[<HardwareLink key="all" />]}>
      {mayManage ? <Fields /> : <NotAllowed reason={MAY_NOT_MANAGE} wayBack={hardwareWayBack} />}
    </Page>
  )
}

function Fields() {
  const navigate = useNavigateOnceSaved()
  const team = useQuery(read(staff.listStaff, { query: { status: 'active', page: 1, limit: 100 } }))
  const form = useForm<Values>({
    initialValues: newOrder,
    ...validateWhenLeft,
    validateInputOnBlur: ['startDate', 'endDate'],
    validate: {
      orgId: required,
      deviceId: required,
      assignee: required,
      startDate: (start) => required(start) ?? dayProblem(start),
      endDate: (end, { startDate }) =>
        required(end) ?? dayProblem(end) ?? (end < startDate ? END_BEFORE_START : undefined),
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
    ({ orgId, deviceId, ...order }) => {
      if (orgId && deviceId) create.mutate({ body: { ...order, orgId: orgId._id, deviceId: deviceId._id } })
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  const { orgId, deviceId } = form.values
  const { error: statusError, ...status } = form.getInputProps('status')

  return (
    <Form label={TITLE} onSubmit={submit}>
      <OrganizationPicker refuses={mayNotReceive} {...form.getInputProps('orgId')} value={orgId} />
      <SearchSelect
        label="Device"
        placeholder="Id or MAC address"
        nothing={`No ${APP_STREAM} is available`}
        ask={(q) =>
          read(hardware.listNotAssignedDevices, {
            query: { q, appStream: APP_STREAM, status: 'Available', page: 1, limit: MAX_SHOWN },
          })
        }
        nameOf={({ deviceId }: DeviceRow) => deviceId}
        detailOf={({ macAddress }) => macAddress}
        {...form.getInputProps('deviceId')}
        value={deviceId}
      />
      <AssigneePicker
        choices={team.data?.data.map(toAssigneeChoice) ?? []}
        value={form.values.assignee}
        onChange={(id) => {
          form.setFieldValue('assignee', id)
          form.clearFieldError('assignee')
        }}
        error={fieldError(form.errors.assignee)}
        failure={team.error}
        onRetry={team.refetch}
      />
      <TextField type="date" label={START_DATE} required min={EARLIEST_DAY} {...form.getInputProps('startDate')} />
      <TextField
        type="date"
        label="End Date"
        required
        min={form.values.startDate || EARLIEST_DAY}
        {...form.getInputProps('endDate')}
      />
      <NativeSelect
        label="Status"
        data={orderStages.pending.map((value) => ({ value, label: orderStatusLabels[value] }))}
        rightSection={<Icon name="down" size={12} />}
        error={fieldError(statusError)}
        {...status}
      />
      <FormActions failure={!create.error?.isShownInFields && create.error}>
        <SubmitButton loading={create.isPending} reason={whatIsMissing(form.values)}>
          Add Now
        </SubmitButton>
        <CancelLink to="/hardware" />
      </FormActions>
    </Form>
  )
}
