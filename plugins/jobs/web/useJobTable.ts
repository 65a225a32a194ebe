import { useTable, useTranslation, type ChoiceFilter, type DataColumn, type TableHandle } from '@host/plugin-sdk'
import { jobStates, type Job, type JobCount } from '../shared.ts'
import { useJobColumns } from './useJobColumns.tsx'

/** Filters of the jobs. */
export type JobFilters = Readonly<Record<'state' | 'plugin' | 'workspace', ChoiceFilter>>

export interface JobTable {
  readonly table: TableHandle<JobFilters>
  readonly columns: readonly DataColumn<Job>[]
  readonly filter: {
    readonly state?: Job['state']
    readonly plugin?: string
    readonly workspace?: string
  }
}

/** Filter choices: plugins and states from the counts, and the workspaces of the listed jobs. */
export interface JobChoices {
  readonly counts: readonly JobCount[]
  readonly workspaces: ReadonlyMap<string, string>
}

/** The list of jobs as its address says it. */
export function useJobTable({ counts, workspaces }: JobChoices): JobTable {
  const { t } = useTranslation()
  const columns = useJobColumns()
  const plugins = new Map(counts.map(({ plugin }) => [plugin.name, plugin.title]))
  const table = useTable<JobFilters>({
    columns,
    filters: {
      state: {
        kind: 'choice',
        label: t('jobs.stateOf'),
        options: jobStates.map((value) => ({ value, label: t(`jobs.state.${value}`) })),
      },
      // A link may name a plugin without jobs, or a workspace whose jobs are not listed.
      plugin: { kind: 'choice', label: t('jobs.plugin'), options: optionsOf(plugins), isOpen: true },
      workspace: { kind: 'choice', label: t('jobs.workspace'), options: optionsOf(workspaces), isOpen: true },
    },
  })
  const { plugin, workspace, state: named } = table.filters
  const state = jobStates.find((known) => known === named)
  return {
    table,
    columns,
    filter: {
      ...(state !== undefined && { state }),
      ...(plugin !== undefined && { plugin }),
      ...(workspace !== undefined && { workspace }),
    },
  }
}

function optionsOf(titles: ReadonlyMap<string, string>): ChoiceFilter['options'] {
  return [...titles].map(([value, label]) => ({ value, label }))
}
