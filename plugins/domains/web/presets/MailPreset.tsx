import { useState } from 'react'
import { Accordion, Field, Select, Textarea, useTranslation } from '@host/plugin-sdk'
import type { PlanDialogProps } from '../import/ImportDialog.tsx'
import { BelowField } from './BelowField.tsx'
import { DkimFields, TlsFields } from './MailExtras.tsx'
import { ExchangesField } from './ExchangesField.tsx'
import { emptyMailForm, mailInput, type MailForm } from './mail-form.ts'
import { PresetDialog } from './PresetDialog.tsx'
import { TextField } from './TextField.tsx'
import { usePresetPlan, type PresetPlan } from './usePresetPlan.ts'

/** A part of the dialog. */
export interface MailPartProps {
  readonly form: MailForm
  readonly change: (part: Partial<MailForm>) => void
  readonly errorAt: PresetPlan['errorAt']
}

/** Plans the records of mail: servers, senders, policy, and the keys and reports that are wanted. */
export function MailPreset(props: PlanDialogProps) {
  const { t } = useTranslation()
  const plan = usePresetPlan(props)
  const [form, setForm] = useState(emptyMailForm)
  const change = (part: Partial<MailForm>) => setForm((before) => ({ ...before, ...part }))
  const part = { form, change, errorAt: plan.errorAt }
  return (
    <PresetDialog
      title={t('domains.presets.mail.title')}
      description={t('domains.presets.mail.help')}
      plan={plan}
      onSubmit={() => plan.send(mailInput(form))}
      onClose={props.onClose}
    >
      <ExchangesField
        exchanges={form.exchanges}
        errorAt={plan.errorAt}
        onChange={(exchanges) => change({ exchanges })}
      />
      <Field
        label={t('domains.presets.mail.senders')}
        hint={t('domains.presets.mail.sendersHint')}
        error={plan.errorAt('senders.0') ?? plan.errorAt('senders')}
        optional
      >
        <Textarea
          name="senders"
          rows={2}
          value={form.senders}
          placeholder="include:spf.example.net"
          spellCheck={false}
          onChange={(event) => change({ senders: event.target.value })}
        />
      </Field>
      <DmarcFields {...part} />
      <Accordion
        items={[
          { id: 'dkim', title: t('domains.presets.mail.dkim'), content: <DkimFields {...part} /> },
          { id: 'tls', title: t('domains.presets.mail.tls'), content: <TlsFields {...part} /> },
          {
            id: 'name',
            title: t('domains.presets.mail.subdomain'),
            content: (
              <BelowField
                zone={props.zone}
                value={form.name}
                error={plan.errorAt('name')}
                onChange={(name) => change({ name })}
              />
            ),
          },
        ]}
      />
    </PresetDialog>
  )
}

function DmarcFields({ form, change, errorAt }: MailPartProps) {
  const { t } = useTranslation()
  const options = (['none', 'quarantine', 'reject', 'no'] as const).map((value) => ({
    value,
    label: t(`domains.presets.mail.policy.${value}`),
  }))
  return (
    <>
      <Field label={t('domains.presets.mail.dmarc')} hint={t('domains.presets.mail.dmarcHint')}>
        <Select value={form.policy} options={options} onChange={(policy) => change({ policy })} />
      </Field>
      {form.policy !== 'no' && (
        <TextField
          name="reports"
          type="email"
          label={t('domains.presets.mail.reports')}
          value={form.reports}
          error={errorAt('dmarc.reports')}
          onChange={(reports) => change({ reports })}
          optional
        />
      )}
    </>
  )
}
