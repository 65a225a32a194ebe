import { Confirm, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { readSecurity, unlinkIdentity, type Identity } from '../../shared/security.ts'

export interface UnlinkIdentityProps {
  readonly identity: Identity
  readonly onClose: () => void
}

/** Confirms that an identity is unlinked from this account. */
export function UnlinkIdentity({ identity: { id, label }, onClose }: UnlinkIdentityProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutateAsync } = useMutation(unlinkIdentity, {
    invalidates: [readSecurity],
    onSuccess: () => toast({ tone: 'positive', title: t('account.identities.unlinked', { name: label }) }),
  })
  return (
    <Confirm
      calls={unlinkIdentity}
      open
      onClose={onClose}
      title={t('account.identities.unlinkFrom', { name: label })}
      confirmLabel={t('account.identities.unlink')}
      variant="danger"
      onConfirm={() => mutateAsync({ id })}
    >
      {t('account.identities.unlinkMeans', { name: label })}
    </Confirm>
  )
}
