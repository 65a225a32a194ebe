import { Alert, Progress, useFormat, useQuery, useTranslation } from '@host/plugin-sdk'
import { readStorage } from '../../shared.ts'

/** From this share on, the workspace is warned. */
const almostAll = 0.9

/** How much of the storage for mail is used; the page does without it where it can't be read. */
export function StorageUse() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(readStorage, undefined, { errors: 'page' })
  // Its place is there from the start, so that nothing moves once it arrives.
  if (data === undefined) return <div className="mb-4 h-9" />
  const { used, limit } = data
  if (limit === null) {
    return <p className="mb-4 h-9 text-sm text-muted">{t('mail.storage.used', { used: format.bytes(used) })}</p>
  }
  const share = limit === 0 ? 1 : used / limit
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="h-9 max-w-md">
        <Progress
          label={t('mail.storage.usedOf', { used: format.bytes(used), limit: format.bytes(limit) })}
          value={share}
          showLabel
        />
      </div>
      {share >= almostAll && (
        <Alert
          tone={share >= 1 ? 'danger' : 'warning'}
          title={t(share >= 1 ? 'mail.storage.full' : 'mail.storage.low')}
        >
          {t('mail.storage.help')}
        </Alert>
      )}
    </div>
  )
}
