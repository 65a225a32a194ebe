import { useTranslation } from '@host/plugin-sdk'

const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const

/** Returns the function that writes a TTL as people say it: `5 minutes`; `90 seconds` where no unit fits. */
export function useTtlText(): (seconds: number) => string {
  const { t } = useTranslation()
  return (seconds) => {
    const unit = units.find(([, size]) => seconds >= size && seconds % size === 0)
    return unit === undefined
      ? t('domains.ttl.seconds', { count: seconds })
      : t(`domains.ttl.${unit[0]}`, { count: seconds / unit[1] })
  }
}
