import { Icon, Panel, Table, useTranslation, type TableColumn } from '@host/plugin-sdk'
import type { ProviderDetails } from '../../shared.ts'
import { useTtlText } from '../useTtlText.ts'

/** Seconds that DNS itself allows (RFC 2181). */
const mostTtl = 2_147_483_647

/** Features of the providers, beside each other. */
export function ProvidersPanel({ providers }: { readonly providers: readonly ProviderDetails[] }) {
  const { t } = useTranslation()
  const columns = useProviderColumns()
  return (
    <Panel flush title={t('domains.providers.title')} description={t('domains.providers.help')}>
      <div className="border-t border-line">
        <Table label={t('domains.providers.title')} columns={columns} rows={providers} rowKey={({ name }) => name} />
      </div>
    </Panel>
  )
}

/** The columns of a table of providers. */
export function useProviderColumns(): readonly TableColumn<ProviderDetails>[] {
  const { t } = useTranslation()
  const ttlText = useTtlText()
  const marks = ['hasProxy', 'hasComments', 'isAtomic'] as const
  return [
    {
      key: 'title',
      header: t('domains.accounts.provider'),
      cell: ({ title, capabilities: { types } }) => (
        <span className="block py-1">
          <span className="block font-medium">{title}</span>
          <span className="block max-w-md text-xs wrap-anywhere text-subtle">
            {types === '*' || types.includes('*') ? t('domains.providers.allTypes') : types.join(', ')}
          </span>
        </span>
      ),
    },
    {
      key: 'ttl',
      header: t('domains.records.ttl'),
      from: 'sm',
      cell: ({ capabilities: { ttl } }) =>
        ttl.min === 0 && ttl.max === mostTtl
          ? t('domains.providers.anyTtl')
          : t('domains.providers.ttlRange', { min: ttlText(ttl.min), max: ttlText(ttl.max) }),
    },
    ...marks.map((key): TableColumn<ProviderDetails> => ({
      key,
      header: t(`domains.providers.${key}`),
      from: 'md',
      cell: ({ capabilities }) => <Mark has={capabilities[key]} />,
    })),
  ]
}

function Mark({ has }: { readonly has: boolean }) {
  const { t } = useTranslation()
  return (
    <span className={has ? 'text-positive-fg' : 'text-subtle'}>
      <Icon name={has ? 'check' : 'minus'} />
      <span className="sr-only">{t(has ? 'domains.yes' : 'domains.no')}</span>
    </span>
  )
}
