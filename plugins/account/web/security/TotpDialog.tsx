import { useState } from 'react'
import { Modal, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { confirmTotp, readSecurity } from '../../shared/security.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { ScanCode, type TotpStart } from './ScanCode.tsx'

export interface TotpDialogProps {
  readonly start: TotpStart
  /** Also lets go of the key. */
  readonly onClose: () => void
}

/**
 * Sets an authenticator app up: scan, prove it with a code, keep the recovery codes. Key and codes are held by the two
 * writes that brought them, which are forgotten with the dialog.
 */
export function TotpDialog({ start, onClose }: TotpDialogProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const [isLeaving, setLeaving] = useState(false)
  const { mutateAsync, data } = useMutation(confirmTotp, {
    invalidates: [readSecurity],
    onSuccess({ recoveryCodes }) {
      if (recoveryCodes.length === 0) finish()
    },
  })
  function finish() {
    toast({ tone: 'positive', title: t('account.totp.isOn') })
    onClose()
  }
  const codes = data?.recoveryCodes
  if (codes === undefined || codes.length === 0) {
    return (
      <Modal open onClose={onClose} title={t('account.totp.setUpTitle')}>
        <ScanCode start={start} onConfirm={mutateAsync} onCancel={onClose} />
      </Modal>
    )
  }
  return (
    <Modal open onClose={() => setLeaving(true)} title={t('account.codes.title')}>
      <RecoveryCodes codes={codes} isLeaving={isLeaving} onKept={finish} />
    </Modal>
  )
}
