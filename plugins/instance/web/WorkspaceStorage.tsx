import { HelpLink, KeyValue, RelativeTime, useFormat, useTranslation } from '@host/plugin-sdk'
import type { InstanceWorkspace } from '../shared.ts'

/** Parts that are named; the rest are added up. */
const mostNamed = 12

/** Storage of a workspace, part by part. */
export function WorkspaceStorage({ storage }: Pick<InstanceWorkspace, 'storage'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const title = <h3 className="text-sm font-medium">{t('instance.workspaces.storage')}</h3>
  if (storage === null) {
    return (
      <section className="flex flex-col gap-2">
        {title}
        <p className="text-sm text-muted">{t('instance.workspaces.notCounted')}</p>
      </section>
    )
  }
  const { bytes, countedAt, parts } = storage
  const rest = parts.slice(mostNamed).reduce((total, part) => total + part.bytes, 0)
  const items = parts.slice(0, mostNamed).map((part) => ({ label: part.title, value: format.bytes(part.bytes) }))
  return (
    <section className="flex flex-col gap-2">
      {title}
      <KeyValue
        items={[
          { label: t('instance.workspaces.storageTotal'), value: format.bytes(bytes) },
          ...items,
          ...(rest > 0 ? [{ label: t('instance.workspaces.storageRest'), value: format.bytes(rest) }] : []),
        ]}
      />
      <p className="text-xs text-muted">
        {t('instance.workspaces.counted')} <RelativeTime value={countedAt} />
        {' · '}
        <HelpLink slug="instance-workspaces" />
      </p>
    </section>
  )
}
