import { Badge, Icon, useTranslation } from '@host/plugin-sdk'

/** Marks a feature that cannot be switched off. */
export function CoreMark() {
  const { t } = useTranslation()
  return (
    <Badge>
      <Icon name="lock" size={12} />
      {t('features.core')}
    </Badge>
  )
}
