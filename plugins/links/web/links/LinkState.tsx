import { Badge, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import type { LinkState as State } from '../../shared.ts'

const tones: Readonly<Record<State, BadgeTone>> = {
  active: 'positive',
  scheduled: 'accent',
  expired: 'warning',
  full: 'warning',
  disabled: 'neutral',
  quarantined: 'danger',
}

/** Whether a link redirects now. */
export function LinkState({ state }: { readonly state: State }) {
  const { t } = useTranslation()
  return (
    <Badge tone={tones[state]} dot>
      {t(`links.state.${state}`)}
    </Badge>
  )
}
