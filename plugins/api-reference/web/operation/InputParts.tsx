import { useTranslation } from '@host/plugin-sdk'
import type { Content, Parameter } from '../document/operation.ts'
import type { Resolve } from '../document/resolve.ts'
import { nodeOf } from '../document/schema-node.ts'
import { ContentTree } from './ContentTree.tsx'
import { Part } from './Part.tsx'
import { SchemaTree } from './SchemaTree.tsx'

export interface ParameterPartProps {
  readonly parameters: readonly Parameter[]
  readonly resolve: Resolve
}

/** Parameters of an operation in its path, query and headers. */
export function ParameterPart({ parameters, resolve }: ParameterPartProps) {
  const { t } = useTranslation()
  if (parameters.length === 0) return null
  return (
    <Part title={t('api-reference.parameters')}>
      <SchemaTree
        nodes={parameters.map((parameter) => {
          const node = nodeOf(parameter.schema, parameter, resolve)
          const rules = [t(`api-reference.place.${parameter.place}`), ...node.rules]
          return { ...node, description: parameter.description ?? node.description, rules }
        })}
      />
    </Part>
  )
}

/** The request body. */
export function BodyPart({ body, resolve }: { readonly body: Content; readonly resolve: Resolve }) {
  const { t } = useTranslation()
  return (
    <Part title={t('api-reference.body')}>
      <ContentTree content={body} resolve={resolve} />
    </Part>
  )
}
