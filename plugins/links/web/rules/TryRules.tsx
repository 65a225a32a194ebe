import { useState } from 'react'
import { Button, ErrorNote, Field, Input, Panel, Select, useMutation, useTranslation } from '@host/plugin-sdk'
import { MomentInput } from '../links/MomentInput.tsx'
import { explainVisit, type Link, type LinkRule } from '../../shared.ts'

export interface TryRulesProps {
  readonly link: Link
  readonly rules: readonly LinkRule[]
}

/** Programs that stand for a device. */
const agents = {
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  tablet:
    'Mozilla/5.0 (Linux; Android 16; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
} as const

type Device = keyof typeof agents

const devices: readonly Device[] = ['phone', 'tablet', 'desktop']

/** Tries rules with an invented visit, before they are saved. */
export function TryRules({ link, rules }: TryRulesProps) {
  const { t } = useTranslation()
  const [visit, setVisit] = useState({ device: 'phone' as Device, country: '', language: '', query: '' })
  const [at, setAt] = useState<string | null | undefined>(null)
  const { mutate, data, error, isPending } = useMutation(explainVisit)
  const send = () => {
    const { device, ...rest } = visit
    mutate({
      id: link.id,
      rules: [...rules],
      userAgent: agents[device],
      ...rest,
      ...(typeof at === 'string' && { at }),
    })
  }
  const options = devices.map((value) => ({ value, label: t(`links.device.${value}`) }))
  const text = (field: 'country' | 'language' | 'query', placeholder: string) => (
    <Field label={t(`links.rules.on.${field}`)} optional>
      <Input
        value={visit[field]}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setVisit({ ...visit, [field]: event.target.value })}
      />
    </Field>
  )
  return (
    <Panel title={t('links.rules.try')} description={t('links.rules.tryHelp')}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <Field label={t('links.rules.on.device')}>
            <Select value={visit.device} options={options} onChange={(device) => setVisit({ ...visit, device })} />
          </Field>
          {text('country', 'JP')}
          {text('language', 'ja')}
          {text('query', 'utm_source=news')}
          <Field label={t('links.rules.moment')} optional>
            <MomentInput value={at} onChange={setAt} onBlur={() => undefined} />
          </Field>
        </div>
        <Button type="submit" className="self-start" busy={isPending}>
          {t('links.rules.tryNow')}
        </Button>
        <ErrorNote error={error} />
        <p role="status" className="text-sm wrap-anywhere">
          {data !== undefined && <Decision {...data} />}
        </p>
      </form>
    </Panel>
  )
}

function Decision({ rule, url }: { readonly rule: number | null; readonly url: string }) {
  const { t } = useTranslation()
  return (
    <>
      {rule === null ? t('links.rules.noRule') : t('links.rules.decides', { number: rule + 1 })}{' '}
      <span className="font-medium">{url}</span>
    </>
  )
}
