import { Alert, CopyButton, EmptyState, SidePanel, useTranslation } from '@host/plugin-sdk'
import type { Operation } from '../document/operation.ts'
import type { Resolve } from '../document/resolve.ts'
import { MethodBadge } from '../MethodBadge.tsx'
import { AccessFacts } from './AccessFacts.tsx'
import { AnswerList } from './AnswerList.tsx'
import { BodyPart, ParameterPart } from './InputParts.tsx'
import { Prose } from './Prose.tsx'
import { RefusalList } from './RefusalList.tsx'
import { Snippets } from './Snippets.tsx'
import { TryPart } from './TryPart.tsx'

export interface OperationPanelProps {
  /** Undefined when the address names one that is not there. */
  readonly operation: Operation | undefined
  readonly resolve: Resolve
  readonly onClose: () => void
  readonly onNext: () => void
  readonly onPrevious: () => void
}

/** All of one operation, beside the list or over it. */
export function OperationPanel({ operation, resolve, ...ways }: OperationPanelProps) {
  const { t } = useTranslation()
  if (operation === undefined) {
    return (
      <SidePanel label={t('api-reference.missing')} {...ways}>
        <EmptyState title={t('api-reference.missing')}>{t('api-reference.missingText')}</EmptyState>
      </SidePanel>
    )
  }
  return (
    <SidePanel label={operation.summary} {...ways}>
      <OperationDetails key={operation.id} operation={operation} resolve={resolve} />
    </SidePanel>
  )
}

function OperationDetails({
  operation,
  resolve,
}: Pick<OperationPanelProps, 'resolve'> & { readonly operation: Operation }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <div className="flex items-start gap-2">
          <MethodBadge method={operation.method} />
          <code className="min-w-0 flex-1 font-mono text-xs leading-5 wrap-anywhere">{operation.path}</code>
          <CopyButton value={operation.path} label={t('api-reference.copyPath')} />
        </div>
        {operation.isDeprecated && <Alert tone="warning" title={t('api-reference.deprecated')} />}
        {operation.description !== undefined && <Prose text={operation.description} />}
      </div>
      <AccessFacts operation={operation} />
      <ParameterPart parameters={operation.parameters} resolve={resolve} />
      {operation.body !== undefined && <BodyPart body={operation.body} resolve={resolve} />}
      <Snippets operation={operation} resolve={resolve} />
      <TryPart operation={operation} resolve={resolve} />
      <AnswerList successes={operation.successes} resolve={resolve} />
      <RefusalList refusals={operation.refusals} />
    </div>
  )
}
