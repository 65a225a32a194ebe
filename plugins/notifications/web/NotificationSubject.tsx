import { useState } from 'react'
import { Badge, useQuery, useTranslation } from '@host/plugin-sdk'
import { subjectEndpoint } from './action-endpoint.ts'

export interface NotificationSubjectProps {
  readonly path: string
  /** Whether the mark of a destructive decision is expected, so that nothing moves when it arrives. */
  readonly mayDestroy: boolean
}

/** Current names of the records that a decision affects. An unreadable subject shows nothing: the decision's page does. */
export function NotificationSubject({ path, mayDestroy }: NotificationSubjectProps) {
  const { t } = useTranslation()
  const [endpoint] = useState(() => subjectEndpoint(path))
  const { data, error } = useQuery(endpoint, {}, { errors: 'page' })
  if (data === undefined) return error === null ? <ExpectedSubject mayDestroy={mayDestroy} /> : null
  const { isDestructive, records } = data
  if (!isDestructive && records.length === 0) return null
  return (
    <div className="flex flex-col items-start gap-1 py-1 text-sm">
      {isDestructive && <Badge tone="danger">{t('notifications.destroys')}</Badge>}
      {records.length > 0 && (
        <ul aria-label={t('notifications.touches')} className="min-w-0">
          {records.map(({ id, name, detail }) => (
            <li key={id} className="wrap-anywhere">
              {name === null ? (
                <span className="text-muted">{t('notifications.gone', { id })}</span>
              ) : (
                <>
                  <bdi className="font-medium">{name}</bdi>
                  {detail !== null && <bdi className="text-muted"> {detail}</bdi>}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Takes the space of one record while the subject loads. */
function ExpectedSubject({ mayDestroy }: { readonly mayDestroy: boolean }) {
  const { t } = useTranslation()
  return (
    <div aria-hidden className="invisible flex flex-col items-start gap-1 py-1 text-sm">
      {mayDestroy && <Badge tone="danger">{t('notifications.destroys')}</Badge>}
      <span>&nbsp;</span>
    </div>
  )
}
