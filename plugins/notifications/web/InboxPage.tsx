import {
  BulkBar,
  Button,
  ButtonLink,
  DataTable,
  EmptyState,
  FilterBar,
  HelpLink,
  PageHeader,
  SidePanel,
  useListQuery,
  useQuery,
  useSelection,
  useTable,
  useTranslation,
  type ChoiceFilter,
} from '@host/plugin-sdk'
import { listNotifications } from '../shared/inbox.ts'
import { readPreferences } from '../shared/preferences.ts'
import { NotificationDetails } from './NotificationDetails.tsx'
import { useMark } from './useMark.ts'
import { useNotificationColumns } from './useNotificationColumns.tsx'

type Filters = Readonly<Record<'state' | 'category', ChoiceFilter>>

/** Notifications of the reader in all workspaces, newest first. */
export default function InboxPage() {
  const { t } = useTranslation()
  const columns = useNotificationColumns()
  const table = useTable<Filters>({ columns, filters: useFilters() })
  const { state, category } = table.filters
  const list = useListQuery(
    listNotifications,
    { state: stateOf(state), ...(category !== undefined && { category }) },
    { errors: 'list' },
  )
  const mark = useMark()
  const selection = useSelection(table)
  const isArchive = state === 'archived'
  const chosen = [...selection.keys]
  const done = (what: (ids: readonly string[]) => void) => () => {
    what(chosen)
    selection.clear()
  }
  return (
    <>
      <PageHeader
        title={t('notifications.title')}
        description={t('notifications.description')}
        actions={
          <>
            <Actions newest={list.items?.[0]?.id} />
            <HelpLink slug="notifications" />
          </>
        }
      />
      <FilterBar table={table} />
      <DataTable
        label={t('notifications.title')}
        columns={columns}
        table={table}
        list={list}
        selection={selection}
        rowLabel={({ title }) => title}
        empty={
          <EmptyState icon="bell" title={t('notifications.none')}>
            {t('notifications.noneHint')}
          </EmptyState>
        }
        panel={({ id, ways }) => (
          <SidePanel label={t('notifications.details')} {...ways}>
            <NotificationDetails key={id} id={id} onClose={ways.onClose} />
          </SidePanel>
        )}
      />
      <BulkBar selection={selection} loaded={list.items?.length ?? 0}>
        <Button size="compact" onClick={done((ids) => mark.read(ids))}>
          {t('notifications.markRead')}
        </Button>
        <Button size="compact" onClick={done((ids) => mark.archive(ids, !isArchive))}>
          {isArchive ? t('notifications.unarchive') : t('notifications.archive')}
        </Button>
      </BulkBar>
    </>
  )
}

function Actions({ newest }: { readonly newest: string | undefined }) {
  const { t } = useTranslation()
  const mark = useMark()
  return (
    <>
      {newest !== undefined && (
        <Button icon="check" onClick={() => mark.readAll(newest)}>
          {t('notifications.readAll')}
        </Button>
      )}
      <ButtonLink to="/settings/notification-settings" icon="settings-2">
        {t('notifications.settings.short')}
      </ButtonLink>
    </>
  )
}

function useFilters(): Filters {
  const { t } = useTranslation()
  // A session of one workspace's own sign-in has no preferences to read; it does without the filter's words.
  const { data } = useQuery(readPreferences, undefined, { errors: 'page' })
  return {
    state: {
      kind: 'choice',
      label: t('notifications.state'),
      options: (['unread', 'archived'] as const).map((value) => ({ value, label: t(`notifications.states.${value}`) })),
    },
    category: {
      kind: 'choice',
      label: t('notifications.category'),
      isOpen: true,
      options: (data?.categories ?? []).map(({ key, title }) => ({ value: key, label: title })),
    },
  }
}

function stateOf(state: string | undefined): 'inbox' | 'unread' | 'archived' {
  return state === 'unread' || state === 'archived' ? state : 'inbox'
}
