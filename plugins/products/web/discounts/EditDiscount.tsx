import { useState, type SubmitEvent } from 'react'
import { Button, ErrorNote, formErrors, Modal, useMutation, useTranslation, DialogActions } from '@host/plugin-sdk'
import { changeDiscount, listDiscounts, type Discount } from '../../shared.ts'
import { chosenValidity, ValidityFields, type Validity } from './ValidityFields.tsx'

export interface EditDiscountProps {
  readonly discount: Discount
  readonly onClose: () => void
}

/** Changes when a discount can be used, and how often. */
export function EditDiscount({ discount, onClose }: EditDiscountProps) {
  const { t } = useTranslation()
  const [first] = useState(() => validityOf(discount))
  const [validity, setValidity] = useState(first)
  const { mutate, error, isPending } = useMutation(changeDiscount, { invalidates: [listDiscounts], onSuccess: onClose })
  const { fields, rest } = formErrors(error, ['startsAt', 'endsAt', 'useLimit'])
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending) return
    const { useLimit, ...moments } = chosenValidity(validity)
    // Moments within a day stay as they are unless another day is chosen.
    mutate({ id: discount.id, useLimit, ...(validity.days !== first.days && moments) })
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t('products.discounts.edit')}
      description={t('products.discounts.editMeans', { code: discount.code })}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <ValidityFields validity={validity} errors={fields} onChange={setValidity} />
        <ErrorNote error={rest} />
        <DialogActions>
          <Button onClick={onClose}>{t('products.cancel')}</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {t('products.discounts.save')}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}

function validityOf({ startsAt, endsAt, useLimit }: Discount): Validity {
  return {
    days: {
      from: startsAt === null ? '' : dayAt(Date.parse(startsAt)),
      // The last day on which it can be used.
      to: endsAt === null ? '' : dayAt(Date.parse(endsAt) - 1),
    },
    useLimit: useLimit === null ? '' : String(useLimit),
  }
}

function dayAt(milliseconds: number): string {
  const date = new Date(milliseconds)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}
