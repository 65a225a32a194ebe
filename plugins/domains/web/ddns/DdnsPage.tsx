import { useState } from 'react'
import {
  Button,
  EmptyState,
  HelpLink,
  ListView,
  PageHeader,
  tableInput,
  useAddressDialog,
  useListQuery,
  useTable,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { createDdnsToken, listDdnsTokens, listZones, type NewDdnsToken } from '../../shared.ts'
import { CreateToken } from './CreateToken.tsx'
import { TokenReady } from './TokenReady.tsx'
import { useTokenColumns } from './useTokenColumns.tsx'

/** Tokens for dynamic DNS, with their last updates. */
export default function DdnsPage() {
  const { t } = useTranslation()
  const [created, setCreated] = useState<NewDdnsToken>()
  const columns = useTokenColumns()
  const table = useTable({ columns })
  const input = tableInput(listDdnsTokens, table)
  const tokens = useListQuery(listDdnsTokens, input, { errors: 'list' })
  const creating = useAddressDialog('add', {
    id: 'domains.ddns.create',
    label: t('domains.ddns.create'),
    icon: 'plus',
    keys: 'c',
  })
  return (
    <>
      <PageHeader
        title={t('domains.ddns.title')}
        description={t('domains.ddns.description')}
        actions={
          <>
            <HelpLink slug="dynamic-dns" />
            <Button calls={createDdnsToken} variant="primary" icon="plus" onClick={creating.open}>
              {t('domains.ddns.create')}
            </Button>
          </>
        }
      />
      <ListView
        endpoint={listDdnsTokens}
        input={input}
        search={t('domains.ddns.search')}
        label={t('domains.ddns.title')}
        columns={columns}
        table={table}
        list={tokens}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        empty={<EmptyState title={t('domains.ddns.none')}>{t('domains.ddns.noneHelp')}</EmptyState>}
      />
      {creating.isOpen && <CreateToken onClose={creating.close} onCreated={setCreated} />}
      {created !== undefined && <TokenReady created={created} onClose={() => setCreated(undefined)} />}
    </>
  )
}

DdnsPage.askAhead = ({ list }: AskAhead) => {
  list(listDdnsTokens, {})
  list(listZones, { limit: 100 })
}
