import { Confirm, useSession, useTranslation } from '@host/plugin-sdk'
import type { Operation } from '../document/operation.ts'

export interface ConfirmCallProps {
  readonly operation: Pick<Operation, 'method' | 'path'>
  readonly onClose: () => void
  readonly onConfirm: () => Promise<void>
}

/** Asks before a call that changes something. */
export default function ConfirmCall({ operation: { method, path }, onClose, onConfirm }: ConfirmCallProps) {
  const { t } = useTranslation()
  const { workspace } = useSession()
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('api-reference.try.confirm')}
      confirmLabel={t('api-reference.try.send')}
      variant={method === 'DELETE' ? 'danger' : 'primary'}
      onConfirm={onConfirm}
    >
      <p>{t('api-reference.try.means', { name: workspace?.name ?? '' })}</p>
      <code className="mt-2 block font-mono text-xs wrap-anywhere">
        {method} {path}
      </code>
    </Confirm>
  )
}
