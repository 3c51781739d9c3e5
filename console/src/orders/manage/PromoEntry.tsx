import { orders } from '@hikmah/contract/orders/endpoints'
import type { Order } from '@hikmah/contract/orders/schemas'
import { PROMO_APPLIED, PROMO_REMOVED } from '@hikmah/contract/orders/words'
import { type FormEvent, useState } from 'react'
import { useMay } from '../../kit/api/current-user.ts'
import { useWrite } from '../../kit/api/data.ts'
import { confirm } from '../../kit/feedback/confirm.tsx'
import { notifySuccess } from '../../kit/feedback/notify.ts'
import { TextField } from '../../kit/field/TextField.tsx'
import { FormAlert } from '../../kit/form/FormAlert.tsx'
import { SubmitButton } from '../../kit/form/SubmitButton.tsx'
import { MAY_NOT_MANAGE } from '../order-words.ts'
import classes from './manage-order.module.css'

/** Adds a promo code to the order or removes it at once; it applies from the next invoice on. */
export function PromoEntry({ order: { _id, promo, version, itemsLockedBecause } }: { order: Order }) {
  const mayManage = useMay('orders.manage')
  const [code, setCode] = useState('')
  const params = { id: _id }
  const apply = useWrite(orders.applyPromo, {
    success: (_, message) => {
      notifySuccess(message ?? PROMO_APPLIED, code.trim().toUpperCase())
      setCode('')
    },
  })
  const remove = useWrite(orders.removePromo, {
    success: (_, message) => notifySuccess(message ?? PROMO_REMOVED, promo?.code),
  })
  const why = mayManage ? itemsLockedBecause : MAY_NOT_MANAGE
  const problem = apply.error?.fields.code

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!why && code.trim() !== '') apply.mutate({ params, body: { code: code.trim(), version } })
  }

  async function askAndRemove() {
    const isSure = await confirm({
      title: `Remove ${promo?.code} from this order?`,
      body: 'No discount from the next invoice on.',
      action: 'Remove code',
    })
    if (isSure) remove.mutate({ params })
  }

  return (
    <form className={classes.promo} aria-label="Promotion" noValidate onSubmit={submit}>
      <TextField
        label="Promo code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        disabled={Boolean(why)}
        value={code}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value)
          apply.reset()
        }}
        description={promo ? `Replaces ${promo.code} from the next invoice on` : 'Applies from the next invoice on'}
        error={problem}
      />
      {!problem && <FormAlert error={apply.error ?? remove.error} />}
      <div className={classes.beside}>
        <SubmitButton
          variant="default"
          isQuiet
          loading={apply.isPending}
          reason={why || (code.trim() === '' && 'Enter a promo code first')}
        >
          Apply
        </SubmitButton>
        {promo && (
          <SubmitButton
            type="button"
            variant="default"
            isQuiet
            loading={remove.isPending}
            reason={why || false}
            onClick={() => void askAndRemove()}
          >
            Remove {promo.code}
          </SubmitButton>
        )}
      </div>
    </form>
  )
}
