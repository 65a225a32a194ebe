import { useState } from 'react'
import { Badge, useQuery, useTranslation } from '@host/plugin-sdk'
import { subjectEndpoint } from './action-endpoint.ts'

/** What a decision touches, by the names of now. A subject that can't be read shows nothing: the decision's page does. */
export function NoticeSubject({ path }: { readonly path: string }) {
  const { t } = useTranslation()
  const [endpoint] = useState(() => subjectEndpoint(path))
  const { data } = useQuery(endpoint, {}, { errors: 'page' })
  if (data === undefined) return null
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
