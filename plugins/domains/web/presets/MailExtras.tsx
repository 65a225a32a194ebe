import { Field, Select, Textarea, useTranslation } from '@host/plugin-sdk'
import type { MailPartProps } from './MailPreset.tsx'
import { TextField } from './TextField.tsx'

/** The key that signs sent mail. */
export function DkimFields({ form, change, errorAt }: MailPartProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <TextField
        name="selector"
        label={t('domains.presets.mail.selector')}
        value={form.selector}
        error={errorAt('dkim.0.selector')}
        onChange={(selector) => change({ selector })}
        optional
      />
      <Field
        label={t('domains.presets.mail.key')}
        hint={t('domains.presets.mail.keyHint')}
        error={errorAt('dkim.0.key')}
        optional
      >
        <Textarea
          name="key"
          value={form.key}
          spellCheck={false}
          className="font-mono text-xs"
          onChange={(event) => change({ key: event.target.value })}
        />
      </Field>
      <Field label={t('domains.presets.mail.algorithm')}>
        <Select
          value={form.algorithm}
          options={[
            { value: 'rsa', label: 'RSA' },
            { value: 'ed25519', label: 'Ed25519' },
          ]}
          onChange={(algorithm) => change({ algorithm })}
        />
      </Field>
    </div>
  )
}

/** The policy and the reports for TLS between mail servers. */
export function TlsFields({ form, change, errorAt }: MailPartProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <TextField
        name="stsId"
        label={t('domains.presets.mail.stsId')}
        hint={t('domains.presets.mail.stsHint')}
        value={form.stsId}
        error={errorAt('mtaSts.id')}
        onChange={(stsId) => change({ stsId })}
        optional
      />
      <TextField
        name="tlsReports"
        type="email"
        label={t('domains.presets.mail.tlsReports')}
        value={form.tlsReports}
        error={errorAt('tlsReports')}
        onChange={(tlsReports) => change({ tlsReports })}
        optional
      />
    </div>
  )
}
