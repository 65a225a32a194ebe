import { useState } from 'react'
import { Icon, useTranslation } from '@host/plugin-sdk'
import type { SchemaNode } from '../document/schema-node.ts'

/** Fields with their types. A branch resolves its children when it is opened, so a schema may contain itself. */
export function SchemaTree({ nodes }: { readonly nodes: readonly SchemaNode[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {nodes
        .map((node, place) => ({ node, place }))
        .map(({ node, place }) => (
          <Branch key={place} node={node} />
        ))}
    </ul>
  )
}

function Branch({ node }: { readonly node: SchemaNode }) {
  const [isOpen, setOpen] = useState(false)
  if (!node.hasChildren) {
    return (
      <li className="py-2 pl-6">
        <Field node={node} />
      </li>
    )
  }
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex list-none gap-2 rounded-control py-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
          <Icon name="chevron-right" className={isOpen ? 'mt-0.5 rotate-90 text-subtle' : 'mt-0.5 text-subtle'} />
          <Field node={node} />
        </summary>
        {isOpen && (
          <div className="pb-2 pl-4">
            <SchemaTree nodes={node.children()} />
          </div>
        )}
      </details>
    </li>
  )
}

function Field({ node: { name, type, isRequired, description, rules } }: { readonly node: SchemaNode }) {
  const { t } = useTranslation()
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        {name !== '' && <code className="font-mono text-xs font-medium wrap-anywhere">{name}</code>}
        <span className="text-xs text-muted wrap-anywhere">{type}</span>
        {!isRequired && <span className="text-xs text-subtle">{t('api-reference.optional')}</span>}
      </p>
      {rules.length > 0 && <p className="text-xs text-subtle wrap-anywhere">{rules.join(' · ')}</p>}
      {description !== undefined && (
        <p lang="en" className="mt-0.5 text-xs text-pretty text-muted">
          {description}
        </p>
      )}
    </div>
  )
}
