import { ConfirmDelete, useMutation, useTranslation } from '@host/plugin-sdk'
import { listProviders, removeProvider } from '../../shared.ts'
import type { ProviderDialogProps } from './EditProvider.tsx'

/** Asks for the name of the provider that is to go. */
export function RemoveProvider({ provider, onClose }: ProviderDialogProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(removeProvider, { invalidates: [listProviders] })
  return (
    <ConfirmDelete
      open
      onClose={onClose}
      title={t('sso.providers.remove', { name: provider.label })}
      name={provider.label}
      confirmLabel={t('sso.providers.removeIt')}
      onConfirm={() => mutateAsync({ id: provider.id })}
    >
      {t('sso.providers.removeMeans', { count: provider.identities })}
    </ConfirmDelete>
  )
}
