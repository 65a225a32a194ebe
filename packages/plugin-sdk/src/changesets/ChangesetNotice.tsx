import type { ChangesetStateName, ShownChangeset } from '@host/platform-api/changesets'
import { Alert, type AlertTone } from '../components/Alert.tsx'
import { RelativeTime } from '../components/RelativeTime.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { StaleNote } from './StaleNote.tsx'

export interface ChangesetNoticeProps {
  readonly changeset: ShownChangeset
  readonly onStale: (() => void) | undefined
}

const tones: Readonly<Partial<Record<ChangesetStateName, AlertTone>>> = {
  approved: 'info',
  applying: 'info',
  interrupted: 'danger',
  applied: 'positive',
  reverted: 'info',
  left: 'warning',
  dismissed: 'info',
}

/** What the state of a changeset means, and why it stopped. */
export function ChangesetNotice({ changeset, onStale }: ChangesetNoticeProps) {
  const { t } = useTranslation()
  const { state, error, errorText, finishedAt, isDrift, parts } = changeset
  if (state === 'expired') return <StaleNote hasExpired={error === null} onStale={onStale} />
  // A history begins with a record of what was there already.
  if (isDrift && parts.every(({ count }) => count === 0)) return null
  const tone = tones[state]
  if (tone === undefined) return null
  const text = isDrift && state === 'applied' ? 'drift' : state
  return (
    <Alert tone={tone} title={t(`sdk.changeset.notice.${text}.title`)}>
      {errorText !== null && <p>{errorText}</p>}
      <p>
        {t(`sdk.changeset.notice.${text}.means`)}
        {finishedAt !== null && state !== 'applying' && (
          <>
            {' '}
            <RelativeTime value={finishedAt} />
          </>
        )}
      </p>
    </Alert>
  )
}
