import { Badge, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import type { DomainState as State } from '../shared.ts'

const tones: Readonly<Record<State, BadgeTone>> = {
  lost: 'danger',
  failing: 'warning',
  pending: 'accent',
  verified: 'positive',
}

/** Whether a domain is verified. */
export function DomainState({ state }: { readonly state: State }) {
  const { t } = useTranslation()
  return (
    <Badge tone={tones[state]} dot>
      {t(`domains.state.${state}`)}
    </Badge>
  )
}
