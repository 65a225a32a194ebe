import { Link, useLocation, useSearch } from '@host/plugin-sdk'
import type { Operation } from './document/operation.ts'
import { MethodBadge } from './MethodBadge.tsx'

export interface OperationRowProps {
  readonly operation: Operation
  readonly isChosen: boolean
}

/** One row: the request line and the summary. */
export function OperationRow({ operation, isChosen }: OperationRowProps) {
  const [query] = useSearch()
  const path = useLocation()
  const address = new URLSearchParams(query)
  address.set('operation', operation.id)
  return (
    <li>
      <Link
        to={`${path}?${address}`}
        aria-current={isChosen ? 'true' : undefined}
        className="flex min-h-9 items-start gap-3 rounded-control px-2 py-1.5 hover:bg-hover aria-[current=true]:bg-accent-soft"
      >
        <MethodBadge method={operation.method} />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
          <code className="font-mono text-xs leading-5 text-fg wrap-anywhere">{operation.path}</code>
          <span className={operation.isDeprecated ? 'text-muted line-through' : 'text-muted'}>{operation.summary}</span>
        </span>
      </Link>
    </li>
  )
}
