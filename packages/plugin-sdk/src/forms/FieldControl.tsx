import type { ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import { Checkbox } from '../components/Checkbox.tsx'
import { Combobox } from '../components/Combobox.tsx'
import { Input } from '../components/Input.tsx'
import { Radio } from '../components/Radio.tsx'
import { Select } from '../components/Select.tsx'
import { Slider } from '../components/Slider.tsx'
import { Textarea } from '../components/Textarea.tsx'
import { Toggle } from '../components/Toggle.tsx'
import { DatePicker } from '../dates/DatePicker.tsx'
import { ColorField } from '../fields/ColorField.tsx'
import { MemberPicker } from '../fields/MemberPicker.tsx'
import type { ControlKind } from './field-description.ts'
import type { FormField } from './form-fields.ts'
import type { DraftValues } from './form-values.ts'
import { MoneyControl } from './MoneyControl.tsx'
import { SecretInput } from './SecretInput.tsx'

/** Props of a form control. */
export interface FieldControlProps {
  readonly field: FormField
  readonly value: unknown
  readonly control: Control<DraftValues, unknown, DraftValues>
  /** The value that was loaded. */
  readonly initial: unknown
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
}

/** The control of a field. */
export function FieldControl(props: FieldControlProps): ReactNode {
  const { field, value, onChange, onBlur } = props
  const { render } = field.description
  if (render !== undefined) return render({ value, onChange, onBlur })
  return field.control === 'custom' ? null : controls[field.control](props)
}

const controls: Readonly<Record<ControlKind, (props: FieldControlProps) => ReactNode>> = {
  text: (props) => <Input {...lineOf(props)} type="text" />,
  email: (props) => <Input {...lineOf(props)} type="email" />,
  url: (props) => <Input {...lineOf(props)} type="url" />,
  number: (props) => <Input {...lineOf(props)} {...boundsOf(props)} type="number" inputMode="decimal" />,
  textarea: ({ field, value, onChange, onBlur }) => (
    <Textarea
      value={text(value)}
      placeholder={field.description.placeholder}
      maxLength={field.facts.maxLength}
      disabled={field.description.disabled}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  ),
  select: ({ field, value, onChange }) => (
    <Select value={text(value)} options={optionsOf(field)} onChange={onChange} {...disabledOf(field)} />
  ),
  radio: ({ field, value, onChange }) => (
    <Radio
      value={text(value)}
      options={optionsOf(field).map((option) => ({ ...option, ...disabledOf(field) }))}
      onChange={onChange}
    />
  ),
  combobox: ({ field, value, onChange }) => {
    const { load, find, onCreate, placeholder } = field.description
    const shared = {
      options: optionsOf(field),
      ...disabledOf(field),
      ...(load !== undefined && { load }),
      ...(find !== undefined && { find }),
      ...(onCreate !== undefined && { onCreate }),
      ...(placeholder !== undefined && { placeholder }),
    }
    return field.isList ? (
      <Combobox {...shared} multiple value={value as readonly string[]} onChange={onChange} />
    ) : (
      <Combobox {...shared} value={value as string | null} onChange={onChange} />
    )
  },
  checkbox: ({ field, value, onChange }) => (
    <Checkbox
      label={field.description.label}
      description={field.description.hint}
      checked={value === true}
      onChange={onChange}
      {...disabledOf(field)}
    />
  ),
  toggle: ({ field, value, onChange }) => (
    <Toggle checked={value === true} onChange={onChange} {...disabledOf(field)} />
  ),
  date: ({ field, value, onChange, onBlur }) => (
    <DatePicker value={text(value)} {...field.days} onChange={onChange} onBlur={onBlur} {...disabledOf(field)} />
  ),
  money: (props) => <MoneyControl {...props} />,
  member: ({ field, value, onChange }) =>
    field.isList ? (
      <MemberPicker multiple value={value as readonly string[]} onChange={onChange} {...disabledOf(field)} />
    ) : (
      <MemberPicker value={value as string | null} onChange={onChange} {...disabledOf(field)} />
    ),
  color: ({ field, value, onChange, onBlur }) => (
    <ColorField
      value={text(value)}
      presets={field.description.presets}
      onChange={onChange}
      onBlur={onBlur}
      {...disabledOf(field)}
    />
  ),
  slider: (props) => {
    const { format } = props.field.description
    const { min = 0, max = 100, step = 1 } = boundsOf(props)
    return (
      <Slider
        value={typeof props.value === 'number' ? props.value : Number(min)}
        min={Number(min)}
        max={Number(max)}
        step={step}
        onChange={props.onChange}
        {...(format !== undefined && { format })}
        {...disabledOf(props.field)}
      />
    )
  },
  secret: ({ field, value, initial, onChange, onBlur }) => (
    <SecretInput
      value={text(value)}
      mask={text(initial)}
      removable={field.description.removable}
      placeholder={field.description.placeholder}
      onChange={onChange}
      onBlur={onBlur}
      {...disabledOf(field)}
    />
  ),
}

function lineOf({ field, value, onChange, onBlur }: FieldControlProps) {
  const { placeholder, autoComplete = 'off', prefix, suffix, disabled } = field.description
  return {
    value: text(value),
    name: field.name,
    placeholder,
    autoComplete,
    disabled,
    maxLength: field.facts.maxLength,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
    onBlur,
    ...(prefix !== undefined && { prefix }),
    ...(suffix !== undefined && { suffix }),
  }
}

function boundsOf({ field: { description, facts } }: FieldControlProps) {
  return {
    min: description.min ?? facts.min,
    max: description.max ?? facts.max,
    step: description.step ?? facts.step,
  }
}

function optionsOf({ description, facts }: FormField) {
  return description.options ?? (facts.values ?? []).map((value) => ({ value, label: value }))
}

function disabledOf({ description }: FormField) {
  return description.disabled === undefined ? {} : { disabled: description.disabled }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
