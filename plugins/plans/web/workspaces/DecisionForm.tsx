import { useState, type ReactNode, type SubmitEvent } from 'react'
import {
  Button,
  ErrorNote,
  Field,
  formErrors,
  Input,
  Select,
  Textarea,
  useTranslation,
  type ClientError,
  DialogActions,
} from '@host/plugin-sdk'
import { planLimits, type WorkspaceEntitlement } from '../../shared.ts'
import { readAmount, sizeExample, unitOf } from '../amount-input.ts'
import { useFocusOnWrong } from '../useFocusOnWrong.ts'

/** A decision about a part of the plan, as it is typed. */
export interface Decision {
  readonly name: string
  /** A number or a size for a quota or meter; left empty for a tier. */
  readonly amount: string
  readonly note: string
}

export interface DecisionFormProps {
  readonly parts: readonly WorkspaceEntitlement[]
  readonly decision: Decision
  readonly onChange: (changes: Partial<Decision>) => void
  readonly amountLabel: string
  readonly amountHint: string
  /** The path of the amount in the errors of the server. */
  readonly amountPath: 'amount' | 'limit'
  /** Further fields, after the amount. */
  readonly children?: ReactNode
  readonly error: ClientError | null
  readonly busy: boolean
  readonly submitLabel: string
  readonly onSubmit: () => void
  readonly onClose: () => void
}

const sizeInput = { maxLength: 20, placeholder: sizeExample, autoComplete: 'off' }
const numberInput = { type: 'number', min: 0, max: planLimits.amount }

/** Chooses a part of the plan, its amount and the reason; errors of the server stand at their fields. */
export function DecisionForm(props: DecisionFormProps) {
  const { parts, decision, onChange, amountPath, children, error, busy, onSubmit } = props
  const { t, language } = useTranslation()
  const [unreadable, setUnreadable] = useState<object | null>(null)
  const form = useFocusOnWrong<HTMLFormElement>(unreadable ?? error)
  const { fields, rest } = formErrors(error, ['name', amountPath, 'note'])
  const isTier = parts.find(({ name }) => name === decision.name)?.kind === 'tier'
  const unit = unitOf(parts, decision.name)
  const unreadableText = t(unit === 'bytes' ? 'plans.decide.notASize' : 'plans.decide.notANumber')
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const isWrong = !isTier && decision.amount !== '' && readAmount(decision.amount, unit) === undefined
    // A new one each time, so that the focus moves again.
    setUnreadable(isWrong ? {} : null)
    if (!busy && !isWrong) onSubmit()
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t('plans.decide.part')} error={fields.name} required>
        <Select
          value={decision.name}
          options={parts.map(({ name, title }) => ({ value: name, label: title[language] }))}
          onChange={(name) => {
            setUnreadable(null)
            onChange({ name, amount: '' })
          }}
        />
      </Field>
      {!isTier && (
        <Field
          label={props.amountLabel}
          hint={props.amountHint}
          error={unreadable === null ? fields[amountPath] : unreadableText}
          required
        >
          <AmountInput isSize={unit === 'bytes'} value={decision.amount} onChange={(amount) => onChange({ amount })} />
        </Field>
      )}
      {children}
      <Field label={t('plans.decide.note')} hint={t('plans.decide.noteHint')} error={fields.note} required>
        <Textarea
          name="note"
          value={decision.note}
          maxLength={planLimits.note}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </Field>
      <ErrorNote error={rest} />
      <DialogActions>
        <Button onClick={props.onClose}>{t('plans.cancel')}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {props.submitLabel}
        </Button>
      </DialogActions>
    </form>
  )
}

interface AmountInputProps {
  readonly isSize: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}

function AmountInput({ isSize, onChange, ...rest }: AmountInputProps) {
  return (
    <Input
      name="amount"
      {...(isSize ? sizeInput : numberInput)}
      {...rest}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
