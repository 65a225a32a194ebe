import { Confirm, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { readSecurity, removeTotp } from '../../shared/security.ts'

/** Asks before the authenticator app is switched off. */
export function RemoveTotp({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutateAsync } = useMutation(removeTotp, {
    invalidates: [readSecurity],
    onSuccess: () => toast({ tone: 'positive', title: t('account.totp.removed') }),
  })
  return (
    <Confirm
      calls={removeTotp}
      open
      onClose={onClose}
      title={t('account.totp.removeTitle')}
      confirmLabel={t('account.totp.remove')}
      variant="danger"
      onConfirm={() => mutateAsync()}
    >
      {t('account.totp.removeMeans')}
    </Confirm>
  )
}
