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
  Select,
  useMutation,
  useTranslation,
  DialogActions,
} from '@host/plugin-sdk'
import { createDiscount, currencies, discountLimits, listDiscounts } from '../../shared.ts'
import { chosenRules, emptyRule, type RuleDraft } from './discount-draft.ts'
import { RuleFields } from './RuleFields.tsx'
import { chosenValidity, ValidityFields } from './ValidityFields.tsx'

const anyCurrency = 'any'

/** Creates a discount code with its rules. */
export function CreateDiscount({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [rules, setRules] = useState<readonly RuleDraft[]>([emptyRule()])
  const [currency, setCurrency] = useState(anyCurrency)
  const [firstOrderOnly, setFirstOrderOnly] = useState(false)
  const [validity, setValidity] = useState({ days: { from: '', to: '' }, useLimit: '' })
  const [isIncomplete, setIncomplete] = useState(false)
  const { mutate, error, isPending } = useMutation(createDiscount, { invalidates: [listDiscounts], onSuccess: onClose })
  const paths = rules.map((_, at) => `rules.${at}.percent`)
  const { fields, rest } = formErrors(error, ['code', 'currency', 'startsAt', 'endsAt', 'useLimit', ...paths])
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const chosen = chosenRules(rules)
    setIncomplete(chosen === undefined)
    if (chosen === undefined || isPending) return
    const inCurrency = currency === anyCurrency ? {} : { currency }
    mutate({ code, rules: [...chosen], firstOrderOnly, ...inCurrency, ...chosenValidity(validity) })
  }
  return (
    <Modal open onClose={onClose} title={t('products.discounts.create')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('products.discounts.code')}
          hint={t('products.discounts.codeHint')}
          error={fields['code']}
          required
        >
          <Input
            name="code"
            value={code}
            maxLength={discountLimits.code}
            autoComplete="off"
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        <CurrencyField value={currency} error={fields['currency']} onChange={setCurrency} />
        <Rules rules={rules} currency={currency} errors={fields} onChange={setRules} />
        <ValidityFields validity={validity} errors={fields} onChange={setValidity} />
        <Checkbox
          label={t('products.discounts.firstOrder')}
          description={t('products.discounts.firstOrderHint')}
          checked={firstOrderOnly}
          onChange={setFirstOrderOnly}
        />
        {isIncomplete && <Alert tone="danger">{t('products.discounts.incomplete')}</Alert>}
        <ErrorNote error={rest} />
        <DialogActions>
          <Button onClick={onClose}>{t('products.cancel')}</Button>
          <Button calls={createDiscount} type="submit" variant="primary" busy={isPending}>
            {t('products.discounts.create')}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}

interface CurrencyFieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (currency: string) => void
}

function CurrencyField({ value, error, onChange }: CurrencyFieldProps) {
  const { t } = useTranslation()
  const any = { value: anyCurrency, label: t('products.discounts.anyCurrency') }
  return (
    <Field label={t('products.discounts.currency')} hint={t('products.discounts.currencyHint')} error={error}>
      <Select
        value={value}
        options={[any, ...currencies.map((code) => ({ value: code, label: code }))]}
        onChange={onChange}
      />
    </Field>
  )
}

interface RulesProps {
  readonly rules: readonly RuleDraft[]
  readonly currency: string
  readonly errors: Readonly<Partial<Record<string, string>>>
  readonly onChange: (rules: readonly RuleDraft[]) => void
}

/** The rules in their order: the first one that fits a line decides. */
function Rules({ rules, currency, errors, onChange }: RulesProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 text-sm font-semibold">{t('products.discounts.rules')}</legend>
      <p className="text-xs text-subtle">{t('products.discounts.rulesHint')}</p>
      {rules.map((rule, at) => (
        <RuleFields
          key={rule.key}
          rule={rule}
          currency={currency === anyCurrency ? 'USD' : currency}
          error={errors[`rules.${at}.percent`]}
          onChange={(changes) => onChange(rules.map((each) => (each === rule ? { ...each, ...changes } : each)))}
          {...(rules.length > 1 && { onRemove: () => onChange(rules.filter((each) => each !== rule)) })}
        />
      ))}
      {rules.length < discountLimits.rules && (
        <div>
          <Button size="compact" icon="plus" onClick={() => onChange([...rules, emptyRule()])}>
            {t('products.discounts.addRule')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
