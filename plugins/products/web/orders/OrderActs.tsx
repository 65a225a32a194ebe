import { useState } from 'react'
import { Button, Confirm, useMutation, usePermission, useToast, useTranslation } from '@host/plugin-sdk'
import { cancelOrder, listOrders, payOrder, readOrder, sendDelivery, type OrderDetails } from '../../shared.ts'
import { RefundOrder } from './RefundOrder.tsx'

type Dialog = 'pay' | 'cancel' | 'refund' | 'send'

/** Pays, cancels, refunds or sends an order, as its state allows. */
export function OrderActs({ order }: { readonly order: OrderDetails }) {
  const { t } = useTranslation()
  const toast = useToast()
  const [dialog, setDialog] = useState<Dialog>()
  const canChange = usePermission(payOrder)
  const effects = { invalidates: [readOrder, listOrders] } as const
  const pay = useMutation(payOrder, effects)
  const cancel = useMutation(cancelOrder, effects)
  const send = useMutation(sendDelivery, {
    ...effects,
    onSuccess: () => void toast({ tone: 'positive', title: t('products.orders.sent') }),
  })
  const { id, state } = order
  if (!canChange) return null
  const close = () => setDialog(undefined)
  const open = (which: Dialog, variant: 'primary' | 'secondary' = 'secondary') => (
    <Button key={which} variant={variant} onClick={() => setDialog(which)}>
      {t(`products.orders.acts.${which}`)}
    </Button>
  )
  const isPaid = state === 'paid' || state === 'partially_refunded'
  const confirmed = { pay, cancel, send }
  return (
    <>
      {state === 'draft' && [open('cancel'), open('pay', 'primary')]}
      {isPaid && [open('send'), open('refund')]}
      {(['pay', 'cancel', 'send'] as const).map((which) => (
        <Confirm
          key={which}
          open={dialog === which}
          onClose={close}
          title={t(`products.orders.acts.${which}`)}
          confirmLabel={t(`products.orders.acts.${which}`)}
          onConfirm={() => confirmed[which].mutateAsync({ id })}
        >
          {t(`products.orders.means.${which}`, { email: order.email })}
        </Confirm>
      ))}
      {dialog === 'refund' && <RefundOrder order={order} onClose={close} />}
    </>
  )
}
