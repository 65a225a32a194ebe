import { Badge, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import type { LineState } from '../../shared.ts'

const tones: Readonly<Record<LineState, BadgeTone>> = {
  ok: 'positive',
  warn: 'warning',
  fail: 'danger',
  unknown: 'neutral',
}

/** The state of a line, or of a domain. */
export function LineBadge({ state }: { readonly state: LineState }) {
  const { t } = useTranslation()
  return (
    <Badge tone={tones[state]} dot>
      {t(`mail.senders.states.${state}`)}
    </Badge>
  )
}
