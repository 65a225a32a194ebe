import { useTranslation } from '@host/plugin-sdk'
import type { Watch } from '../../shared.ts'
import { ServerList } from '../ServerList.tsx'

/** The expected records of a watched record set, and those that each name server had in the last check. */
export function WatchedValues({ watch: { expected, seen } }: { readonly watch: Watch }) {
  const { t } = useTranslation()
  if (seen === null) return null
  return (
    <div className="flex flex-col gap-2 text-sm">
      <h4 className="font-medium">{t('domains.watch.expected')}</h4>
      <ul className="flex flex-col gap-1">
        {expected.map((value) => (
          <li key={value}>
            <code className="block font-mono text-xs text-muted wrap-anywhere">{value}</code>
          </li>
        ))}
      </ul>
      <h4 className="font-medium">{t('domains.watch.seen')}</h4>
      {seen.problem !== null && seen.servers.length === 0 && (
        <p className="text-muted">{t(`domains.problem.${seen.problem}`)}</p>
      )}
      <ServerList servers={seen.servers} />
    </div>
  )
}
