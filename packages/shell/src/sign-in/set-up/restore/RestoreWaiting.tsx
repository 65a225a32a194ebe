import type { RestorableBackup } from '@host/platform-api/set-up-restore'
import { Progress, useFormat, useNavigate, useTranslation } from '@host/plugin-sdk'
import { SignInFrame } from '../../SignInFrame.tsx'
import { useRestoreEnd } from './useRestoreEnd.ts'
import { useTitleFocus } from './useTitleFocus.ts'

export interface RestoreWaitingProps {
  readonly token: string
  readonly backup: RestorableBackup
  readonly onFailed: () => void
}

/** Waits while the host stops, restores and starts again. */
export function RestoreWaiting({ token, backup: { at }, onFailed }: RestoreWaitingProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const title = t('shell.restore.waiting')
  useTitleFocus()
  useRestoreEnd(token, (end) => {
    if (end === 'failed') onFailed()
    else navigate(`~/login?restored=${encodeURIComponent(at)}`, { replace: true })
  })
  return (
    <SignInFrame title={title} description={t('shell.restore.waitingFor', { date: format.dateTime(at) })}>
      <div className="flex flex-col gap-4">
        <Progress label={title} />
        <p className="text-sm text-muted">{t('shell.restore.waitingHelp')}</p>
      </div>
    </SignInFrame>
  )
}
