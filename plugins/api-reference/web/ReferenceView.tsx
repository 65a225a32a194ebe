import { useDeferredValue, useMemo } from 'react'
import {
  Button,
  downloadFile,
  EmptyState,
  FilterBar,
  HelpLink,
  PageHeader,
  SkeletonRows,
  useSearch,
  useTable,
  useTranslation,
} from '@host/plugin-sdk'
import type { ApiDocument } from '../shared.ts'
import { matchGroups } from './document/match-groups.ts'
import { audiences } from './document/operation.ts'
import { readGroups } from './document/read-groups.ts'
import { resolverOf } from './document/resolve.ts'
import { OperationGroups } from './OperationGroups.tsx'
import { OperationPanel } from './operation/OperationPanel.tsx'

export interface ReferenceViewProps {
  /** Undefined while it is on its way. */
  readonly document: ApiDocument | undefined
  /** File name of the downloaded document. */
  readonly name: string
  /** Whether it covers the whole build instead of one workspace's view. */
  readonly isWhole?: boolean
}

/** The operations, searchable; the URL names the expanded one. */
export function ReferenceView({ document, name, isWhole = false }: ReferenceViewProps) {
  const { t, language } = useTranslation()
  const read = useMemo(
    () => ({ groups: readGroups(document, language), resolve: resolverOf(document) }),
    [document, language],
  )
  const [query, setQuery] = useSearch()
  const table = useTable({ filters: useFilters(isWhole) })
  const groups = matchGroups(read.groups, useDeferredValue(table.search), table.filters)
  const shown = groups.flatMap(({ operations }) => operations)
  const chosen = query.get('operation')
  const open = (id: string | undefined) => setQuery({ operation: id }, { replace: chosen !== null })
  const step = (by: number) => {
    const next = shown[shown.findIndex(({ id }) => id === chosen) + by]
    if (next !== undefined) open(next.id)
  }
  return (
    <>
      <PageHeader
        title={t('api-reference.title')}
        description={t(isWhole ? 'api-reference.wholeDescription' : 'api-reference.description')}
        actions={<HeaderActions document={document} name={name} />}
      />
      <FilterBar table={table} search={t('api-reference.search')} />
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          {document === undefined && <SkeletonRows rows={8} />}
          {document !== undefined && shown.length === 0 && <EmptyState kind="noMatch" />}
          <OperationGroups groups={groups} isNarrowed={table.isNarrowed} chosen={chosen} />
        </div>
        {chosen !== null && document !== undefined && (
          <OperationPanel
            operation={read.groups.flatMap(({ operations }) => operations).find(({ id }) => id === chosen)}
            resolve={read.resolve}
            onClose={() => open(undefined)}
            onNext={() => step(1)}
            onPrevious={() => step(-1)}
          />
        )}
      </div>
    </>
  )
}

function HeaderActions({ document, name }: Pick<ReferenceViewProps, 'document' | 'name'>) {
  const { t } = useTranslation()
  const download = () =>
    downloadFile(new File([JSON.stringify(document, undefined, 2)], name, { type: 'application/json' }))
  return (
    <>
      <HelpLink slug="api" />
      <Button icon="download" disabled={document === undefined} onClick={download}>
        {t('api-reference.download')}
      </Button>
    </>
  )
}

function useFilters(isWhole: boolean) {
  const { t } = useTranslation()
  const shown = isWhole ? audiences : audiences.filter((audience) => audience !== 'instance')
  return {
    access: {
      kind: 'choice',
      label: t('api-reference.access.label'),
      options: shown.map((value) => ({ value, label: t(`api-reference.access.${value}`) })),
    },
    token: { kind: 'boolean', label: t('api-reference.takesToken') },
  } as const
}
