import { Panel, RelativeTime, useTranslation } from '@host/plugin-sdk'
import type { ZoneServer } from '../../shared.ts'

/** The addresses with which the ALIAS record of a zone is answered. */
export function AliasPanel({ alias }: { readonly alias: NonNullable<ZoneServer['alias']> }) {
  const { t } = useTranslation()
  const { target, addresses, foundAt } = alias
  return (
    <Panel
      title={t('domains.served.alias')}
      description={
        <>
          <code className="font-mono text-xs wrap-anywhere">{target}</code>
          {foundAt !== null && (
            <>
              {' · '}
              {t('domains.served.found')} <RelativeTime value={foundAt} />
            </>
          )}
        </>
      }
    >
      <p className="text-sm wrap-anywhere">
        {addresses.length === 0 ? (
          t('domains.served.noAddresses')
        ) : (
          <code className="font-mono text-xs">{addresses.join(', ')}</code>
        )}
      </p>
    </Panel>
  )
}
