import { ErrorNote, Link, Modal, SkeletonRows, useQuery, useTranslation } from '@host/plugin-sdk'
import { listRecordsAbove, planLimits, type WorkspaceEntitlement } from '../../shared.ts'

export interface AboveDialogProps {
  readonly part: WorkspaceEntitlement
  readonly onClose: () => void
}

/** The records above a limit, each with a link to its page, where it can be deleted. */
export function AboveDialog({ part: { name, title, over }, onClose }: AboveDialogProps) {
  const { t, language } = useTranslation()
  const { data, error } = useQuery(listRecordsAbove, { name }, { errors: 'page' })
  const isLocked = (over?.locked ?? 0) > 0
  return (
    <Modal
      open
      onClose={onClose}
      title={t('plans.above.title', { name: title[language] })}
      description={t(isLocked ? 'plans.above.lockedMeans' : 'plans.above.openMeans')}
    >
      <div className="flex flex-col gap-4 text-sm">
        {error !== null && <ErrorNote error={error} />}
        {data === undefined && error === null && <SkeletonRows rows={2} />}
        {data?.items.length === 0 && <p className="text-muted">{t('plans.above.none')}</p>}
        {data !== undefined && data.items.length > 0 && (
          <ul className="divide-y divide-line">
            {data.items.map((record) => (
              <li key={record.id} className="py-2 first:pt-0">
                <Link to={record.path} className="min-w-0 font-medium wrap-anywhere underline">
                  {record.title}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {(over?.by ?? 0) > planLimits.above && (
          <p className="text-muted">{t('plans.above.first', { count: planLimits.above })}</p>
        )}
      </div>
    </Modal>
  )
}
