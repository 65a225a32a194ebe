import { useState, type SubmitEvent } from 'react'
import { Button } from '../components/Button.tsx'
import { Combobox } from '../components/Combobox.tsx'
import { Field } from '../components/Field.tsx'
import { Icon } from '../components/Icon.tsx'
import { Input } from '../components/Input.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { DatesEditor } from './DatesEditor.tsx'
import type { FilterDefinition, FilterValue } from './filter-definition.ts'
import { isNumberRange, writeFilter } from './filter-value.ts'
import { NumbersEditor } from './NumbersEditor.tsx'

export interface FilterEditorProps {
  readonly definition: FilterDefinition
  readonly value: FilterValue | undefined
  readonly onChange: (value: FilterValue | undefined) => void
}

/** Asks for the value of a filter, by its kind. */
export function FilterEditor({ definition, value, onChange }: FilterEditorProps) {
  const { t } = useTranslation()
  const { kind, label } = definition
  if (kind === 'text') {
    return <TextEditor {...{ label, hint: definition.hint, value: typeof value === 'string' ? value : '', onChange }} />
  }
  if (kind === 'lookup') {
    const { load, find } = definition
    return (
      <Field label={label}>
        <Combobox
          load={load}
          find={find}
          value={typeof value === 'string' ? value : null}
          onChange={(next) => next !== null && onChange(next)}
        />
      </Field>
    )
  }
  if (kind === 'dates') {
    return <DatesEditor value={typeof value === 'object' && !isNumberRange(value) ? value : {}} onChange={onChange} />
  }
  if (kind === 'numbers') {
    return <NumbersEditor {...{ definition, value: isNumberRange(value) ? value : {}, onChange }} />
  }
  const yesNo = [
    { value: 'yes', label: t('sdk.table.yes') },
    { value: 'no', label: t('sdk.table.no') },
  ]
  const options = kind === 'choice' ? definition.options : yesNo
  const chosen = value === undefined ? undefined : writeFilter(value)
  return (
    <div role="group" aria-label={label} className="-m-2 flex flex-col">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === chosen}
          onClick={() => onChange(kind === 'boolean' ? option.value === 'yes' : option.value)}
          className="flex min-h-compact w-full items-center gap-2.5 rounded-control px-2 py-1 text-left text-sm hover:bg-hover"
        >
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          {option.value === chosen && <Icon name="check" className="text-accent-fg" />}
        </button>
      ))}
    </div>
  )
}

interface TextEditorProps {
  readonly label: string
  readonly hint: string | undefined
  readonly value: string
  readonly onChange: (value: string | undefined) => void
}

function TextEditor({ label, hint, value, onChange }: TextEditorProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    onChange(text.trim() === '' ? undefined : text.trim())
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label={label} hint={hint}>
        <Input
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="compact">
        {t('sdk.table.apply')}
      </Button>
    </form>
  )
}
