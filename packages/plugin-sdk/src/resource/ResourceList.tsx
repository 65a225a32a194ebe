import { useMemo, useState, type ReactNode } from 'react'
import type { AnyResource } from '@host/plugin/wire'
import { useCommand } from '../commands/useCommand.ts'
import { Button } from '../components/Button.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { Modal } from '../components/Modal.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { usePermission } from '../hooks/usePermission.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useClient } from '../query/useClient.ts'
import { useListQuery } from '../query/useListQuery.ts'
import { useSession } from '../session/useSession.ts'
import { DataTable } from '../table/DataTable.tsx'
import type { DataColumn } from '../table/data-column.ts'
import { ExportCsv } from '../table/ExportCsv.tsx'
import { FilterBar } from '../table/FilterBar.tsx'
import { SavedViews } from '../table/SavedViews.tsx'
import { useTable } from '../table/useTable.ts'
import { ViewOptions } from '../table/ViewOptions.tsx'
import { inSentence, titleOf } from './field-reading.ts'
import { recordColumns } from './RecordColumns.tsx'
import { recordEndpoints, type AnyRecord } from './record-endpoints.ts'
import { recordFilters, recordListInput, type RecordListInput } from './record-list.ts'
import { ResourceForm } from './ResourceForm.tsx'
import { ResourceImport } from './ResourceImport.tsx'

export interface ResourceListProps {
  readonly resource: AnyResource
  /** Replaces the columns; the argument is the columns that the fields make. */
  readonly columns?: (columns: readonly DataColumn<AnyRecord>[]) => readonly DataColumn<AnyRecord>[]
  /** Further actions of the page, before the button that creates. */
  readonly actions?: ReactNode
}

/**
 * The list of a resource: search, filters, order, saved views, files both ways, and a dialog for a new record.
 * @example export default function ContactsPage() { return <ResourceList resource={contacts} /> }
 * @since 1.0.0
 */
export function ResourceList({ resource, columns: adapt, actions }: ResourceListProps) {
  const { t, language } = useTranslation()
  const [isCreating, setCreating] = useState(false)
  const one = inSentence(resource.label.one[language])
  const mayCreate = usePermission(recordEndpoints(resource).create)
  const label = t('sdk.resource.new', { one })
  useCommand({
    id: `${resource.plugin}.${resource.name}.new`,
    label,
    icon: 'plus',
    keys: 'c',
    enabled: mayCreate,
    run: () => setCreating(true),
  })
  const close = () => setCreating(false)
  const create = mayCreate && (
    <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
      {label}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={resource.label.many[language]}
        actions={
          <>
            {actions}
            {mayCreate && <ResourceImport resource={resource} />}
            {create}
          </>
        }
      />
      <Records resource={resource} adapt={adapt} create={create} />
      <Modal open={isCreating} onClose={close} title={label}>
        <ResourceForm resource={resource} onDone={close} onCancel={close} />
      </Modal>
    </>
  )
}

interface RecordsProps {
  readonly resource: AnyResource
  readonly adapt: ResourceListProps['columns']
  readonly create: ReactNode
}

function Records({ resource, adapt, create }: RecordsProps) {
  const { t, language } = useTranslation()
  const client = useClient()
  const { role } = useSession()
  const { list } = recordEndpoints(resource)
  const columns = useMemo(() => {
    const own = recordColumns(resource, { t, language })
    return adapt?.(own) ?? own
  }, [resource, t, language, adapt])
  const filters = useMemo(
    () => recordFilters(resource, { client, language, role, createdLabel: t('sdk.resource.created') }),
    [resource, client, language, role, t],
  )
  const table = useTable({ columns, filters })
  const input = recordListInput(resource, table)
  const records = useListQuery(list, input, { errors: 'list' })
  const many = inSentence(resource.label.many[language])
  return (
    <>
      <FilterBar
        table={table}
        search={t('sdk.resource.search', { many })}
        tools={
          <>
            <ExportCsv
              table={table}
              columns={columns}
              rows={records.items}
              name={resource.name}
              path={exportPath(resource, input)}
            />
            <ViewOptions table={table} columns={columns} />
          </>
        }
      >
        <SavedViews table={table} />
      </FilterBar>
      <DataTable
        label={resource.label.many[language]}
        columns={columns}
        table={table}
        list={records}
        rowLabel={(record) => titleOf(resource, record)}
        empty={
          <EmptyState title={t('sdk.resource.empty', { many })} action={create}>
            {t('sdk.resource.emptyNext')}
          </EmptyState>
        }
      />
    </>
  )
}

/** The address of the file of the records that the list finds. */
function exportPath(resource: AnyResource, input: RecordListInput): string {
  const path = recordEndpoints(resource).exportCsv.pattern.replace('GET ', '')
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? path : `${path}?${query}`
}
