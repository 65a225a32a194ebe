import { useTranslation } from '@host/plugin-sdk'

/** Shown wherever the console appears, so that users don't mistake the instance for a workspace. */
export function InstanceMark() {
  const { t } = useTranslation()
  return (
    <span className="rounded-full bg-console-mark px-2 py-0.5 text-xs font-semibold text-console-on-mark">
      {t('shell.instance.mark')}
    </span>
  )
}
