import { RelativeTime, useTranslation, type TableColumn } from '@host/plugin-sdk'
import type { ZoneDetails, ZoneKey } from '../../shared.ts'
import { KeyActions } from './KeyActions.tsx'

/** The columns of the keys. */
export function useKeyColumns({ id }: Pick<ZoneDetails, 'id'>): readonly TableColumn<ZoneKey>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'label',
      header: t('domains.served.keys.key'),
      cell: ({ label, name }) => (
        <span className="block min-w-0 py-1">
          <span className="block max-w-64 truncate font-medium">{label}</span>
          <span className="block truncate font-mono text-xs text-subtle">{name}</span>
        </span>
      ),
    },
    {
      key: 'names',
      header: t('domains.served.keys.mayChange'),
      from: 'md',
      cell: (key) => <Grants zoneKey={key} />,
    },
    {
      key: 'usedAt',
      header: t('domains.served.keys.lastUpdate'),
      from: 'sm',
      cell: ({ usedAt }) => (usedAt === null ? t('domains.served.keys.never') : <RelativeTime value={usedAt} />),
    },
    {
      key: 'actions',
      header: t('domains.accounts.menu'),
      hideHeader: true,
      align: 'end',
      cell: (key) => <KeyActions zoneId={id} zoneKey={key} />,
    },
  ]
}

function Grants({ zoneKey: { names, types, mayTransfer } }: { readonly zoneKey: ZoneKey }) {
  const { t } = useTranslation()
  const kinds = types.length === 0 ? t('domains.served.keys.allTypes') : types.join(', ')
  return (
    <span className="block max-w-80 py-1 text-xs">
      {names.length > 0 && (
        <span className="block wrap-anywhere">
          <code className="font-mono">{names.join(', ')}</code> · {kinds}
        </span>
      )}
      {mayTransfer && <span className="block">{t('domains.served.keys.transfers')}</span>}
    </span>
  )
}
