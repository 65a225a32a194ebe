import type { ChangesetStateName } from '@host/platform-api/changesets'
import { Badge, type BadgeTone } from '../components/Badge.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'

const tones: Readonly<Record<ChangesetStateName, BadgeTone>> = {
  planned: 'accent',
  approved: 'accent',
  applying: 'accent',
  interrupted: 'danger',
  applied: 'positive',
  reverted: 'neutral',
  left: 'warning',
  dismissed: 'neutral',
  expired: 'neutral',
}

export interface ChangesetStateProps {
  readonly state: ChangesetStateName
}

/**
 * The state of a changeset, for a list of them.
 * @example <ChangesetState state={changeset.state} />
 * @since 1.0.0
 */
export function ChangesetState({ state }: ChangesetStateProps) {
  const { t } = useTranslation()
  return (
    <Badge tone={tones[state]} dot>
      {t(`sdk.changeset.state.${state}`)}
    </Badge>
  )
}
