import type { ChangesetPerson, ShownChangeset } from '@host/platform-api/changesets'
import { PageHeader } from '../components/PageHeader.tsx'
import { RelativeTime } from '../components/RelativeTime.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Link } from '../navigation/Link.tsx'
import { ChangesetState } from './ChangesetState.tsx'

export interface ChangesetHeaderProps {
  readonly changeset: ShownChangeset
  readonly isPage: boolean
}

/** Title, state, authors and note. */
export function ChangesetHeader({ changeset, isPage }: ChangesetHeaderProps) {
  const { title, state, note } = changeset
  const heading = (
    <span className="flex flex-wrap items-center gap-3">
      <span className="min-w-0 wrap-anywhere">{title}</span>
      <ChangesetState state={state} />
    </span>
  )
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {isPage ? (
        <div className="-mb-6">
          <PageHeader title={heading} description={<Facts changeset={changeset} />} />
        </div>
      ) : (
        <div className="text-sm text-muted">
          <h2 className="mb-1 text-base font-semibold text-fg">{heading}</h2>
          <Facts changeset={changeset} />
        </div>
      )}
      {note !== null && note !== '' && <p className="max-w-prose text-sm wrap-anywhere whitespace-pre-line">{note}</p>}
    </div>
  )
}

function Facts({ changeset }: Pick<ChangesetHeaderProps, 'changeset'>) {
  const { t } = useTranslation()
  const { state, plannedBy, approvedBy, pluginTitle, createdAt, expiresAt, reverts, isDrift } = changeset
  const nameOf = (person: ChangesetPerson): string => person.name ?? t('sdk.members.former')
  const author = plannedBy === null ? pluginTitle : nameOf(plannedBy)
  const expires = state === 'planned' || state === 'approved'
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      <span>
        {t(isDrift ? 'sdk.changeset.recordedBy' : 'sdk.changeset.plannedBy', { name: author })}{' '}
        <RelativeTime value={createdAt} />
      </span>
      {approvedBy !== null && <span>{t('sdk.changeset.approvedBy', { name: nameOf(approvedBy) })}</span>}
      {expires && (
        <span>
          {t('sdk.changeset.expires')} <RelativeTime value={expiresAt} />
        </span>
      )}
      {reverts !== null && (
        <Link to={`/changes/${reverts}`} className="text-accent-fg underline">
          {t('sdk.changeset.reverts')}
        </Link>
      )}
    </span>
  )
}
