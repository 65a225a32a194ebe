import { useState } from 'react'
import {
  type AskAhead,
  Button,
  Confirm,
  type DataColumn,
  EmptyState,
  ListView,
  MenuItem,
  RelativeTime,
  RowMenu,
  tableInput,
  useListQuery,
  useMutation,
  useTable,
  useTranslation,
} from '@host/plugin-sdk'
import { listDeniedHosts, removeDeniedHost, type DeniedHost } from '../../shared.ts'
import { ConsoleTabs } from './ConsoleTabs.tsx'
import { DenyHost } from './DenyHost.tsx'

/** Hosts that no link of the instance may lead to. */
export default function DeniedHostsPage() {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const columns = useDeniedColumns()
  const table = useTable({ columns })
  const input = tableInput(listDeniedHosts, table)
  const hosts = useListQuery(listDeniedHosts, input, { errors: 'list' })
  return (
    <>
      <ConsoleTabs />
      <ListView
        endpoint={listDeniedHosts}
        input={input}
        search={t('links.denied.search')}
        actions={
          <Button icon="plus" onClick={() => setAdding(true)}>
            {t('links.denied.add')}
          </Button>
        }
        label={t('links.console.denied')}
        columns={columns}
        table={table}
        list={hosts}
        rowKey={({ id }) => id}
        rowLabel={({ host }) => host}
        empty={<EmptyState title={t('links.denied.none')}>{t('links.denied.noneHelp')}</EmptyState>}
      />
      {isAdding && <DenyHost host="" onClose={() => setAdding(false)} />}
    </>
  )
}

DeniedHostsPage.askAhead = ({ list }: AskAhead) => list(listDeniedHosts, {})

function useDeniedColumns(): readonly DataColumn<DeniedHost>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'host',
      header: t('links.host'),
      isSortable: true,
      cell: ({ host }) => <span className="block max-w-44 truncate font-medium sm:max-w-80">{host}</span>,
      skeleton: 'w-48',
    },
    {
      key: 'note',
      header: t('links.note'),
      from: 'md',
      cell: ({ note }) => <span className="block max-w-72 truncate text-muted">{note}</span>,
    },
    {
      key: 'createdAt',
      header: t('links.created'),
      from: 'sm',
      align: 'end',
      isSortable: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} skipFocus />,
    },
    {
      key: 'remove',
      header: <span className="sr-only">{t('links.denied.remove')}</span>,
      align: 'end',
      cell: (denied) => <RemoveDenied denied={denied} />,
    },
  ]
}

function RemoveDenied({ denied: { id, host } }: { readonly denied: DeniedHost }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { mutateAsync } = useMutation(removeDeniedHost, { invalidates: [listDeniedHosts] })
  return (
    <>
      <RowMenu name={host}>
        <MenuItem icon="check" onSelect={() => setAsked(true)}>
          {t('links.denied.remove')}
        </MenuItem>
      </RowMenu>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('links.denied.remove')}
        confirmLabel={t('links.denied.remove')}
        onConfirm={() => mutateAsync({ id })}
      >
        {t('links.denied.removeMeans', { host })}
      </Confirm>
    </>
  )
}
