import { Badge, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import type { ApprovalState as State } from '../../shared/approvals.ts'

const tones: Readonly<Record<State, BadgeTone>> = {
  pending: 'warning',
  approved: 'accent',
  running: 'accent',
  done: 'positive',
  failed: 'danger',
  refused: 'neutral',
  expired: 'neutral',
  withdrawn: 'neutral',
}

/** Where a call stands. */
export function ApprovalState({ state }: { readonly state: State }) {
  const { t } = useTranslation()
  return (
    <Badge tone={tones[state]} dot>
      {t(`mcp.state.${state}`)}
    </Badge>
  )
}
