import { Badge, useTranslation } from '@host/plugin-sdk'
import type { WorkspaceEntitlement } from '../../shared.ts'
import { WhyButton } from './WhyButton.tsx'

export interface PartRowProps {
  readonly part: WorkspaceEntitlement
  readonly onWhy: () => void
}

/** A feature of plans, and whether the workspace has it. */
export function TierRow({ part, onWhy }: PartRowProps) {
  const { t, language } = useTranslation()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 text-sm font-medium break-words">{part.title[language]}</span>
      <Badge tone={part.has ? 'positive' : 'neutral'} dot>
        {t(part.has ? 'plans.usage.included' : 'plans.usage.excluded')}
      </Badge>
      <WhyButton part={part} onWhy={onWhy} />
    </li>
  )
}
