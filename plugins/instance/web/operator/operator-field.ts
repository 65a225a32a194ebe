import type { FieldDescription, useTranslation } from '@host/plugin-sdk'
import { rateNames, type OperatorSettingRow } from '../../shared.ts'

type Translate = ReturnType<typeof useTranslation>['t']

const examples: Readonly<Partial<Record<OperatorSettingRow['name'], string>>> = {
  HOST_SMTP_URL: 'smtps://user:password@example.com',
  HOST_SMTP_FROM: 'Host <host@example.com>',
  HOST_CORS_ORIGINS: 'https://app.example.com',
}

/** The field of a setting. */
export function operatorField(row: OperatorSettingRow, t: Translate): FieldDescription<string | null | undefined> {
  const { name, source, isSecret } = row
  const isSet = source === 'environment'
  const isRate = rateNames.some((rate) => rate === name)
  return {
    label: t(`instance.operator.${name}.label`),
    hint: isSet ? t('instance.operator.setBy', { name }) : t(`instance.operator.${name}.hint`),
    placeholder: row.default || examples[name] || '',
    required: false,
    disabled: isSet,
    ...(isSecret && { control: 'secret', removable: true }),
    ...(isRate && { suffix: t('instance.operator.perMinute') }),
  }
}
