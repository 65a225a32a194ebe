import { Link, useLocation, useSearch } from '@host/plugin-sdk'
import type { Operation } from './document/operation.ts'
import { MethodBadge } from './MethodBadge.tsx'

export interface OperationRowProps {
  readonly operation: Operation
  readonly isChosen: boolean
}

/** One line: how it is called, and what it does. */
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
        className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 rounded-control px-2 py-1.5 hover:bg-hover aria-[current=true]:bg-accent-soft"
      >
        <MethodBadge method={operation.method} />
        <code className="min-w-0 font-mono text-xs text-fg wrap-anywhere">{operation.path}</code>
        <span className="basis-full text-muted sm:ml-auto sm:basis-auto sm:text-right">
          <span className={operation.isDeprecated ? 'line-through' : undefined}>{operation.summary}</span>
        </span>
      </Link>
    </li>
  )
}
