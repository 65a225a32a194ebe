import { useState } from 'react'
import { Button, ErrorNote, Modal, useMutation, useTranslation, DialogActions } from '@host/plugin-sdk'
import { readSecurity, renewRecoveryCodes } from '../../shared/security.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Makes new recovery codes, which end the old ones, and shows them once. */
export function RenewCodes({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [isLeaving, setLeaving] = useState(false)
  const { mutate, data, error, isPending } = useMutation(renewRecoveryCodes, { invalidates: [readSecurity] })
  if (data !== undefined) {
    return (
      <Modal open onClose={() => setLeaving(true)} title={t('account.codes.title')}>
        <RecoveryCodes codes={data.recoveryCodes} isLeaving={isLeaving} onKept={onClose} />
      </Modal>
    )
  }
  return (
    <Modal open onClose={onClose} title={t('account.codes.renewTitle')}>
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">{t('account.codes.renewMeans')}</p>
        <ErrorNote error={error} />
        <DialogActions>
          <Button onClick={onClose}>{t('sdk.cancel')}</Button>
          <Button calls={renewRecoveryCodes} variant="primary" busy={isPending} onClick={() => mutate()}>
            {t('account.codes.make')}
          </Button>
        </DialogActions>
      </div>
    </Modal>
  )
}
