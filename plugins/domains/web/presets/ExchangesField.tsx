import { Button, Field, FieldGroup, IconButton, Input, useTranslation } from '@host/plugin-sdk'
import type { MailForm } from './mail-form.ts'
import type { PresetPlan } from './usePresetPlan.ts'

export interface ExchangesFieldProps {
  readonly exchanges: MailForm['exchanges']
  readonly errorAt: PresetPlan['errorAt']
  readonly onChange: (exchanges: MailForm['exchanges']) => void
}

/** Servers of the preset. */
const most = 10

/** The servers that receive mail, each with its priority. */
export function ExchangesField({ exchanges, errorAt, onChange }: ExchangesFieldProps) {
  const { t } = useTranslation()
  const set = (place: number, part: Partial<MailForm['exchanges'][number]>) =>
    onChange(exchanges.map((each, at) => (at === place ? { ...each, ...part } : each)))
  const more = { host: '', priority: String(exchanges.length * 10 + 10) }
  return (
    <Field label={t('domains.presets.mail.servers')} hint={t('domains.presets.mail.serversHint')} required>
      <FieldGroup>
        {exchanges.map(({ host, priority }, place) => (
          <ExchangeRow
            // oxlint-disable-next-line react/no-array-index-key -- lines have no other identity
            key={place}
            number={place + 1}
            host={host}
            priority={priority}
            error={errorAt(`exchanges.${place}.host`) ?? errorAt(`exchanges.${place}.priority`)}
            onChange={(part) => set(place, part)}
            onRemove={exchanges.length > 1 ? () => onChange(exchanges.toSpliced(place, 1)) : undefined}
          />
        ))}
        {exchanges.length < most && (
          <Button size="compact" icon="plus" className="self-start" onClick={() => onChange([...exchanges, more])}>
            {t('domains.presets.mail.addServer')}
          </Button>
        )}
      </FieldGroup>
    </Field>
  )
}

interface ExchangeRowProps {
  readonly number: number
  readonly host: string
  readonly priority: string
  readonly error: string | undefined
  readonly onChange: (part: Partial<MailForm['exchanges'][number]>) => void
  readonly onRemove: (() => void) | undefined
}

function ExchangeRow({ number, host, priority, error, onChange, onRemove }: ExchangeRowProps) {
  const { t } = useTranslation()
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Field error={error}>
          <Input
            aria-label={t('domains.presets.mail.server', { number })}
            value={host}
            placeholder="mail.example.com"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ host: event.target.value })}
          />
        </Field>
      </div>
      <Input
        type="number"
        className="w-20 shrink-0"
        inputMode="numeric"
        min={0}
        max={65_535}
        aria-label={t('domains.presets.mail.priority', { number })}
        value={priority}
        onChange={(event) => onChange({ priority: event.target.value })}
      />
      {onRemove !== undefined && (
        <IconButton icon="x" label={t('domains.presets.mail.removeServer', { number })} onClick={onRemove} />
      )}
    </div>
  )
}
