import { type Device, unassignableBecause } from '@hikmah/contract/hardware/schemas'
import { lazy, Suspense, useState } from 'react'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'

// Loaded on demand: it brings the list to choose from.
const AssignDialog = lazy(() => import('./AssignDialog.tsx').then((it) => ({ default: it.AssignDialog })))

/** Gives a device of the stock to an organization, from its own page. */
export function AssignDevice({ device }: { device: Device }) {
  const [isOpen, setOpen] = useState(false)
  if (device.orgId) return null
  return (
    <>
      <SubmitButton type="button" isQuiet reason={unassignableBecause(device.status)} onClick={() => setOpen(true)}>
        Assign
      </SubmitButton>
      {isOpen && (
        <Suspense>
          <AssignDialog device={device} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
