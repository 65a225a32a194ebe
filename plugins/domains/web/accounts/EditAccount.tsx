import { Modal, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { changeAccount, listAccounts, type Account, type ProviderDetails } from '../../shared.ts'
import { AccountForm, type AccountInput } from './AccountForm.tsx'

export interface EditAccountProps {
  readonly account: Account
  readonly provider: ProviderDetails
  readonly onClose: () => void
}

/** Changes an account; new settings are tested before they are saved. */
export function EditAccount({ account, provider, onClose }: EditAccountProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const { id, label, settings } = account
  const { mutate, error, isPending } = useMutation(changeAccount, {
    invalidates: [listAccounts],
    onSuccess() {
      toast({ tone: 'positive', title: t('domains.accounts.saved') })
      onClose()
    },
  })
  const save = (input: AccountInput) => {
    const hasSettings = Object.keys(input.settings).length > 0
    mutate({ id, label: input.label, ...(hasSettings && { settings: { ...input.settings } }) })
  }
  return (
    <Modal open onClose={onClose} title={t('domains.accounts.edit', { name: label })} description={provider.title}>
      <AccountForm
        provider={provider}
        stored={{ label, settings }}
        error={error}
        busy={isPending}
        submitLabel={t('domains.save')}
        onSubmit={save}
        onClose={onClose}
      />
    </Modal>
  )
}
