import { useState, type SubmitEvent } from 'react'
import {
  Button,
  Checkbox,
  ErrorNote,
  Field,
  formErrors,
  Modal,
  MoneyField,
  Textarea,
  useMutation,
  useTranslation,
  type Money,
  DialogActions,
} from '@host/plugin-sdk'
import { listOrders, orderLimits, readOrder, refundOrder, type OrderDetails } from '../../shared.ts'

export interface RefundOrderProps {
  readonly order: OrderDetails
  readonly onClose: () => void
}

/** Records a refund of an order, in whole or in part. */
export function RefundOrder({ order: { id, currency }, onClose }: RefundOrderProps) {
  const { t } = useTranslation()
  const [money, setMoney] = useState<Money | null>(null)
  const [revoke, setRevoke] = useState(false)
  const [reason, setReason] = useState('')
  const { mutate, error, isPending } = useMutation(refundOrder, {
    invalidates: [readOrder, listOrders],
    onSuccess: onClose,
  })
  const { fields, rest } = formErrors(error, ['amount', 'reason'])
  const isUnreadable = money !== null && !Number.isSafeInteger(money.amount)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending || isUnreadable) return
    mutate({ id, revoke, reason, ...(money !== null && { amount: money.amount }) })
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t('products.orders.acts.refund')}
      description={t('products.orders.means.refund')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('products.orders.refundAmount')}
          hint={t('products.orders.refundHint')}
          error={fields.amount}
          optional
        >
          <MoneyField value={money} onChange={setMoney} currency={currency} />
        </Field>
        <Field label={t('products.orders.reason')} error={fields.reason} optional>
          <Textarea
            name="reason"
            value={reason}
            maxLength={orderLimits.note}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <Checkbox
          label={t('products.orders.revoke')}
          description={t('products.orders.revokeHint')}
          checked={revoke}
          onChange={setRevoke}
        />
        <ErrorNote error={rest} />
        <DialogActions>
          <Button onClick={onClose}>{t('products.cancel')}</Button>
          <Button calls={refundOrder} type="submit" variant="danger" busy={isPending}>
            {t('products.orders.acts.refund')}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}
