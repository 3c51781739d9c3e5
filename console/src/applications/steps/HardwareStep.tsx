import '@mantine/core/styles/Switch.layer.css'
import { applicationFields, HARDWARE_PAGE, MAY_NOT_PRICE, NO_HARDWARE } from '@hikmah/contract/applications'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { wholeDollars } from '../../kit/format/money.ts'
import { AddPart, PartActions, PartsTable } from '../../kit/parts/Parts.tsx'
import type { ApplicationForm } from '../application-form.ts'
import { HardwareDialog } from './HardwareDialog.tsx'
import classes from './steps.module.css'

/** Step 4: the devices that go with it, if any. */
export function HardwareStep({ form, mayPrice }: { form: ApplicationForm; mayPrice: boolean }) {
  const { hardware, showHardware } = form.values
  const [open, setOpen] = useState<number>()
  const add = (
    <AddPart
      path="hardware"
      label="Add hardware"
      reason={!mayPrice && MAY_NOT_PRICE}
      onClick={() => setOpen(hardware.length)}
    />
  )
  const replace = (items: typeof hardware) => form.setFieldValue('hardware', items)

  return (
    <>
      <Switch
        className={classes.switch}
        label={applicationFields.showHardware}
        withThumbIndicator={false}
        checked={showHardware}
        onChange={({ currentTarget }) => form.setFieldValue('showHardware', currentTarget.checked)}
      />
      {!showHardware ? (
        <p className={classes.hint}>
          Off: no hardware is offered with this application
          {hardware.length > 0 ? '. What is listed stays and comes back with the switch.' : '.'}
        </p>
      ) : (
        <>
          {hardware.length > 0 && add}
          <PartsTable
            name="Hardware"
            parts={hardware}
            perPage={HARDWARE_PAGE}
            empty={{ title: NO_HARDWARE, text: 'Add one item, or switch the hardware off.', action: add }}
            columns={[
              { header: 'Item', cell: ({ name }) => <b>{name}</b> },
              { header: 'Price', width: 120, align: 'right', cell: ({ price }) => wholeDollars(price) },
              { header: 'Billing cycle', width: 132, cell: ({ billingPeriod }) => billingPeriod },
              {
                header: 'Setup cost',
                width: 132,
                align: 'right',
                cell: ({ setupCost }) => (setupCost ? wholeDollars(setupCost) : 'None'),
              },
              { header: 'Shipping', width: 148, cell: ({ shipping }) => shipping },
              {
                header: 'Action',
                width: 120,
                align: 'right',
                cell: ({ name }, i) => (
                  <PartActions
                    what="item"
                    name={name}
                    stays={mayPrice ? undefined : MAY_NOT_PRICE}
                    onEdit={() => setOpen(i)}
                    onRemove={() => replace(hardware.filter((_, at) => at !== i))}
                  />
                ),
              },
            ]}
          />
        </>
      )}
      {open !== undefined && (
        <HardwareDialog
          item={hardware[open]}
          mayPrice={mayPrice}
          onClose={() => setOpen(undefined)}
          onSave={(item) => {
            replace(hardware[open] ? hardware.map((other, i) => (i === open ? item : other)) : [...hardware, item])
            setOpen(undefined)
          }}
        />
      )}
    </>
  )
}
