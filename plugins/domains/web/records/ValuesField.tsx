import { Button, Field, FieldGroup, IconButton, Input, useTranslation } from '@host/plugin-sdk'
import type { DraftErrors } from './drafts.ts'
import { exampleOf, hasNames } from './record-types.ts'

export interface ValuesFieldProps {
  readonly type: string
  readonly values: readonly string[]
  readonly errors: DraftErrors
  readonly onChange: (values: readonly string[]) => void
}

/** The records of a set, one in each line, with the errors at them. Pasted lines become records of their own. */
export function ValuesField({ type, values, errors, onChange }: ValuesFieldProps) {
  const { t } = useTranslation()
  const hint = t(hasNames(type) ? 'domains.records.dotHint' : 'domains.records.valuesHint')
  const replace = (place: number, texts: readonly string[]) => onChange(values.toSpliced(place, 1, ...texts))
  return (
    <Field label={t('domains.records.values')} hint={hint} error={errors['data']} required>
      <FieldGroup>
        {values.map((value, place) => (
          <Value
            // oxlint-disable-next-line react/no-array-index-key -- lines have no other identity
            key={place}
            label={t('domains.records.value', { number: place + 1 })}
            value={value}
            example={exampleOf(type)}
            error={errors[`data.${place}`]}
            onChange={(texts) => replace(place, texts)}
            onRemove={values.length > 1 ? () => replace(place, []) : undefined}
          />
        ))}
        <Button size="compact" icon="plus" className="self-start" onClick={() => onChange([...values, ''])}>
          {t('domains.records.addValue')}
        </Button>
      </FieldGroup>
    </Field>
  )
}

interface ValueProps {
  readonly label: string
  readonly value: string
  readonly example: string
  readonly error: string | undefined
  readonly onChange: (texts: readonly string[]) => void
  readonly onRemove: (() => void) | undefined
}

function Value({ label, value, example, error, onChange, onRemove }: ValueProps) {
  const { t } = useTranslation()
  return (
    <Field error={error}>
      <Input
        aria-label={label}
        value={value}
        placeholder={example}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-xs"
        onChange={(event) => onChange([event.target.value])}
        onPaste={(event) => {
          const lines = event.clipboardData
            .getData('text')
            .split(/\r?\n/)
            .filter((line) => line.trim() !== '')
          if (lines.length < 2) return
          event.preventDefault()
          onChange(lines.map((line) => line.trim()))
        }}
        trailing={
          onRemove !== undefined && (
            <IconButton
              icon="x"
              size="compact"
              label={t('domains.records.removeValue', { name: label })}
              onClick={onRemove}
            />
          )
        }
      />
    </Field>
  )
}
