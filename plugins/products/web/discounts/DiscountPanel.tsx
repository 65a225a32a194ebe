import { useState } from 'react'
import {
  Button,
  Confirm,
  ErrorNote,
  KeyValue,
  useFormat,
  useMutation,
  usePermission,
  useTranslation,
} from '@host/plugin-sdk'
import { changeDiscount, deleteDiscount, listDiscounts, type Discount } from '../../shared.ts'
import { DiscountState } from './DiscountState.tsx'
import { EditDiscount } from './EditDiscount.tsx'
import { useRuleText } from './useRuleText.ts'

export interface DiscountPanelProps {
  readonly discount: Discount
  /** Called once it is deleted. */
  readonly onDeleted: () => void
}

/** A discount with its rules, and what can be done with it. */
export function DiscountPanel({ discount, onDeleted }: DiscountPanelProps) {
  const { t } = useTranslation()
  const ruleText = useRuleText()
  return (
    <div className="flex flex-col gap-6">
      <DiscountFacts discount={discount} />
      <section className="flex flex-col gap-2">
        <h3 className="text-sm font-semibold">{t('products.discounts.rules')}</h3>
        <ol className="divide-y divide-line text-sm">
          {discount.rules.map((rule, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rules are an ordered list that never changes
            <li key={at} className="py-2">
              {ruleText(rule, discount)}
            </li>
          ))}
        </ol>
      </section>
      <DiscountActs discount={discount} onDeleted={onDeleted} />
    </div>
  )
}

function DiscountFacts({ discount }: Pick<DiscountPanelProps, 'discount'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const { code, currency, firstOrderOnly, startsAt, endsAt, useLimit, used, createdAt } = discount
  const moment = (at: string | null) => (at === null ? '–' : format.dateTime(at))
  return (
    <KeyValue
      items={[
        { label: t('products.discounts.code'), value: <code className="font-mono wrap-anywhere">{code}</code> },
        { label: t('products.orders.state.title'), value: <DiscountState discount={discount} /> },
        {
          label: t('products.discounts.used'),
          value: useLimit === null ? format.number(used) : `${format.number(used)} / ${format.number(useLimit)}`,
        },
        { label: t('products.discounts.currency'), value: currency ?? t('products.discounts.anyCurrency') },
        {
          label: t('products.discounts.customers'),
          value: t(firstOrderOnly ? 'products.discounts.firstOrder' : 'products.discounts.everyCustomer'),
        },
        { label: t('products.discounts.starts'), value: moment(startsAt) },
        { label: t('products.discounts.ends'), value: moment(endsAt) },
        { label: t('products.created'), value: format.dateTime(createdAt) },
      ]}
    />
  )
}

function DiscountActs({ discount: { id, code, isEnabled, ...rest }, onDeleted }: DiscountPanelProps) {
  const { t } = useTranslation()
  const canChange = usePermission(changeDiscount)
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const effects = { invalidates: [listDiscounts] } as const
  const toggle = useMutation(changeDiscount, effects)
  const remove = useMutation(deleteDiscount, { ...effects, onSuccess: onDeleted })
  const close = () => setDialog(undefined)
  if (!canChange) return null
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button icon="pencil" onClick={() => setDialog('edit')}>
          {t('products.discounts.edit')}
        </Button>
        <Button busy={toggle.isPending} onClick={() => toggle.mutate({ id, isEnabled: !isEnabled })}>
          {t(isEnabled ? 'products.discounts.disable' : 'products.discounts.enable')}
        </Button>
        <Button variant="danger" onClick={() => setDialog('delete')}>
          {t('products.discounts.delete')}
        </Button>
      </div>
      <ErrorNote error={toggle.error} />
      {dialog === 'edit' && <EditDiscount discount={{ id, code, isEnabled, ...rest }} onClose={close} />}
      <Confirm
        open={dialog === 'delete'}
        onClose={close}
        title={t('products.discounts.deleteQuestion', { code })}
        confirmLabel={t('products.discounts.delete')}
        variant="danger"
        onConfirm={() => remove.mutateAsync({ id })}
      >
        {t('products.discounts.deleteMeans')}
      </Confirm>
    </>
  )
}
