import { Accordion, Badge } from '@host/plugin-sdk'
import type { OperationGroup } from './document/operation.ts'
import { OperationRow } from './OperationRow.tsx'

export interface OperationGroupsProps {
  readonly groups: readonly OperationGroup[]
  /** Whether a search is active: matching groups are then expanded. */
  readonly isNarrowed: boolean
  /** The id of the operation that is open. */
  readonly chosen: string | null
}

/** The operations of each plugin. Collapsed groups keep their rows, so that the browser's page search finds them. */
export function OperationGroups({ groups, isNarrowed, chosen }: OperationGroupsProps) {
  if (groups.length === 0) return null
  const holdsChosen = ({ operations }: OperationGroup) => operations.some(({ id }) => id === chosen)
  const open = groups.filter((group) => isNarrowed || holdsChosen(group)).map(({ name }) => name)
  return (
    <div className="rounded-card bg-surface">
      <Accordion
        key={isNarrowed ? 'found' : 'all'}
        open={open}
        items={groups.map((group) => ({
          id: group.name,
          title: <span lang="en">{group.title}</span>,
          hint: <Badge>{group.operations.length}</Badge>,
          content: <GroupRows group={group} chosen={chosen} />,
        }))}
      />
    </div>
  )
}

function GroupRows({ group, chosen }: { readonly group: OperationGroup; readonly chosen: string | null }) {
  return (
    <ul className="-mx-2 flex flex-col" aria-label={group.title} lang="en">
      {group.operations.map((operation) => (
        <OperationRow key={operation.id} operation={operation} isChosen={operation.id === chosen} />
      ))}
    </ul>
  )
}
