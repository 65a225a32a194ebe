import { useState, type SubmitEvent } from 'react'
import {
  Alert,
  Button,
  Checkbox,
  ErrorNote,
  Field,
  formErrors,
  Input,
  Modal,
  useMutation,
  useNavigate,
  useTranslation,
  DialogActions,
} from '@host/plugin-sdk'
import { createOrder, listOrders, orderLimits } from '../../shared.ts'
import { chosenLines, chosenTerms, emptyLine, noTerms, type LineDraft } from './order-draft.ts'
import { OrderLineFields } from './OrderLineFields.tsx'
import { OrderTerms } from './OrderTerms.tsx'
import { QuotedAmounts } from './QuotedAmounts.tsx'
import { useQuote } from './useQuote.ts'

interface Customer {
  readonly email: string
  readonly name: string
}

/** Records a sale by hand. */
export function CreateOrder({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [customer, setCustomer] = useState<Customer>({ email: '', name: '' })
  const [lines, setLines] = useState<readonly LineDraft[]>([emptyLine()])
  const [terms, setTerms] = useState(noTerms)
  const [paid, setPaid] = useState(true)
  const [isIncomplete, setIncomplete] = useState(false)
  const { mutate, error, isPending } = useMutation(createOrder, {
    invalidates: [listOrders],
    onSuccess: ({ id }) => navigate(`/products/orders/${id}`),
  })
  const { fields, rest } = formErrors(error, ['email', 'name', 'discountCode'])
  const currency = lines[0]?.currency ?? ''
  const [chosen, agreed] = [chosenLines(lines), chosenTerms(terms)]
  const sale = chosen !== undefined && agreed !== undefined ? { currency, lines: chosen, ...agreed } : undefined
  const quoted = useQuote(sale && { ...sale, ...(isEmail(customer.email) && { email: customer.email }) })
  const refused = formErrors(quoted.error, ['discountCode'])
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIncomplete(sale === undefined)
    if (sale !== undefined && !isPending) mutate({ ...customer, ...sale, paid })
  }
  return (
    <Modal open onClose={onClose} title={t('products.orders.create')} description={t('products.orders.createHelp')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <CustomerFields customer={customer} errors={fields} onChange={setCustomer} />
        <OrderLines lines={lines} onChange={setLines} />
        <OrderTerms
          terms={terms}
          currency={currency}
          codeError={refused.fields.discountCode ?? fields.discountCode}
          onChange={setTerms}
        />
        <QuotedAmounts
          quote={quoted.quote}
          currency={currency}
          taxIncluded={terms.taxes.length > 0 && terms.taxIncluded}
          error={refused.rest}
        />
        <Checkbox
          label={t('products.orders.paid')}
          description={t('products.orders.paidHint')}
          checked={paid}
          onChange={setPaid}
        />
        {isIncomplete && sale === undefined && <Incomplete part={chosen === undefined ? 'lines' : 'taxes'} />}
        <ErrorNote error={rest} />
        <DialogActions>
          <Button onClick={onClose}>{t('products.cancel')}</Button>
          <Button calls={createOrder} type="submit" variant="primary" busy={isPending}>
            {t('products.orders.create')}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}

/** Whether a typed address is complete enough to ask the server about it. */
function isEmail(text: string): boolean {
  const [user = '', host = '', ...rest] = text.split('@')
  return user !== '' && rest.length === 0 && !text.includes(' ') && /[^.]\.[^.]{2,}$/.test(host)
}

function Incomplete({ part }: { readonly part: 'lines' | 'taxes' }) {
  const { t } = useTranslation()
  return <Alert tone="danger">{t(`products.orders.${part === 'lines' ? 'incomplete' : 'taxIncomplete'}`)}</Alert>
}

interface CustomerFieldsProps {
  readonly customer: Customer
  readonly errors: Readonly<Partial<Record<keyof Customer, string>>>
  readonly onChange: (customer: Customer) => void
}

function CustomerFields({ customer, errors, onChange }: CustomerFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field label={t('products.orders.email')} hint={t('products.orders.emailHint')} error={errors.email} required>
        <Input
          name="email"
          type="email"
          value={customer.email}
          maxLength={orderLimits.email}
          autoComplete="off"
          onChange={(event) => onChange({ ...customer, email: event.target.value })}
        />
      </Field>
      <Field label={t('products.orders.name')} error={errors.name} optional>
        <Input
          name="customer"
          value={customer.name}
          maxLength={orderLimits.name}
          autoComplete="off"
          onChange={(event) => onChange({ ...customer, name: event.target.value })}
        />
      </Field>
    </>
  )
}

interface OrderLinesProps {
  readonly lines: readonly LineDraft[]
  readonly onChange: (lines: readonly LineDraft[]) => void
}

function OrderLines({ lines, onChange }: OrderLinesProps) {
  const { t } = useTranslation()
  const change = (key: string, changes: Partial<LineDraft>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)))
  return (
    <>
      {lines.map((line) => (
        <OrderLineFields
          key={line.key}
          line={line}
          onChange={(changes) => change(line.key, changes)}
          {...(lines.length > 1 && { onRemove: () => onChange(lines.filter(({ key }) => key !== line.key)) })}
        />
      ))}
      {lines.length < orderLimits.lines && (
        <div>
          <Button size="compact" icon="plus" onClick={() => onChange([...lines, emptyLine()])}>
            {t('products.orders.addLine')}
          </Button>
        </div>
      )}
    </>
  )
}
