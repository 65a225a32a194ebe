import { useState } from 'react'
import {
  Badge,
  Button,
  EmptyState,
  HelpLink,
  MenuItem,
  PageHeader,
  Panel,
  RowMenu,
  SkeletonRows,
  Table,
  useCommand,
  useFormat,
  useQuery,
  useTranslation,
  type TableColumn,
} from '@host/plugin-sdk'
import { listProviders, type Provider } from '../../shared.ts'
import { AddProvider } from './AddProvider.tsx'
import { EditProvider } from './EditProvider.tsx'
import { RemoveProvider } from './RemoveProvider.tsx'

type Open = { readonly dialog: 'add' } | { readonly dialog: 'edit' | 'remove'; readonly provider: Provider }

/** Sign-in providers for all users of the instance. */
export default function ProvidersPage() {
  const { t } = useTranslation()
  const { data } = useQuery(listProviders)
  const [open, setOpen] = useState<Open | null>(null)
  const columns = useProviderColumns(setOpen)
  const close = (): void => setOpen(null)
  const startAdding = (): void => setOpen({ dialog: 'add' })
  useCommand({ id: 'sso.providers.add', label: t('sso.providers.add'), icon: 'plus', keys: 'c', run: startAdding })
  const add = (
    <Button variant="primary" icon="plus" onClick={startAdding}>
      {t('sso.providers.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('sso.providers.title')}
        description={t('sso.providers.description')}
        actions={
          <>
            <HelpLink slug="sign-in-providers" />
            {add}
          </>
        }
      />
      <Panel flush>
        {data === undefined && <SkeletonRows rows={3} />}
        {data?.items.length === 0 && <EmptyState title={t('sso.providers.none')} action={add} />}
        {data !== undefined && data.items.length > 0 && (
          <Table label={t('sso.providers.title')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
        )}
      </Panel>
      {open?.dialog === 'add' && <AddProvider onClose={close} />}
      {open?.dialog === 'edit' && <EditProvider provider={open.provider} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveProvider provider={open.provider} onClose={close} />}
    </>
  )
}

function useProviderColumns(onOpen: (open: Open) => void): readonly TableColumn<Provider>[] {
  const { t } = useTranslation()
  const { number } = useFormat()
  return [
    {
      key: 'label',
      header: t('sso.label'),
      cell: ({ label, issuer, isEnabled }) => (
        <span className="block min-w-0">
          <span className="flex items-center gap-2 font-medium">
            {label}
            {!isEnabled && <Badge>{t('sso.providers.off')}</Badge>}
          </span>
          <span className="block truncate text-xs text-subtle">{issuer}</span>
        </span>
      ),
    },
    { key: 'kind', header: t('sso.kind'), from: 'sm', cell: ({ kind }) => t(`sso.kinds.${kind}`) },
    {
      key: 'identities',
      header: t('sso.providers.identities'),
      align: 'end',
      from: 'sm',
      cell: ({ identities }) => number(identities),
    },
    {
      key: 'acts',
      header: t('sso.providers.acts'),
      hideHeader: true,
      align: 'end',
      cell: (provider) => (
        <RowMenu name={provider.label}>
          <MenuItem icon="pencil" onSelect={() => onOpen({ dialog: 'edit', provider })}>
            {t('sso.providers.edit', { name: provider.label })}
          </MenuItem>
          <MenuItem icon="trash" danger onSelect={() => onOpen({ dialog: 'remove', provider })}>
            {t('sso.providers.remove', { name: provider.label })}
          </MenuItem>
        </RowMenu>
      ),
    },
  ]
}
