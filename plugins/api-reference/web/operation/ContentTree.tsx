import { useTranslation } from '@host/plugin-sdk'
import type { Content } from '../document/operation.ts'
import type { Resolve } from '../document/resolve.ts'
import { nodeOf, schemaNodes } from '../document/schema-node.ts'
import { SchemaTree } from './SchemaTree.tsx'

export interface ContentTreeProps {
  readonly content: Content
  readonly resolve: Resolve
}

/** A body: its fields, or its type if it has none. */
export function ContentTree({ content: { type, schema }, resolve }: ContentTreeProps) {
  const { t } = useTranslation()
  const nodes = schema === undefined ? [] : schemaNodes(schema, resolve)
  const whole =
    schema === undefined ? t('api-reference.anything') : nodeOf(schema, { name: '', isRequired: true }, resolve).type
  return (
    <div className="flex flex-col gap-2">
      {(type !== 'application/json' || nodes.length === 0) && (
        <p className="text-sm text-muted">
          <code className="font-mono text-xs">{type}</code>
          {nodes.length === 0 && <span> · {whole}</span>}
        </p>
      )}
      {nodes.length > 0 && <SchemaTree nodes={nodes} />}
    </div>
  )
}
