import { ConfirmDelete, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { readSecurity, removePasskey, type Passkey } from '../../shared/security.ts'

export interface RemovePasskeyProps {
  readonly passkey: Passkey
  readonly onClose: () => void
}

/** Asks for the name of the passkey that is to stop working. */
export function RemovePasskey({ passkey: { id, name }, onClose }: RemovePasskeyProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutateAsync } = useMutation(removePasskey, {
    invalidates: [readSecurity],
    onSuccess: () => toast({ tone: 'positive', title: t('account.passkeys.removed', { name }) }),
  })
  return (
    <ConfirmDelete
      calls={removePasskey}
      open
      onClose={onClose}
      title={t('account.passkeys.remove', { name })}
      name={name}
      confirmLabel={t('account.passkeys.removeIt')}
      onConfirm={() => mutateAsync({ id })}
    >
      {t('account.passkeys.removeMeans')}
    </ConfirmDelete>
  )
}
