import { useState } from 'react'
import { Field, Modal, Select, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { addAccount, listAccounts, type Account, type ProviderDetails } from '../../shared.ts'
import { AccountForm } from './AccountForm.tsx'

export interface AddAccountProps {
  readonly providers: readonly ProviderDetails[]
  readonly onClose: () => void
}

/** Adds an account; the server tests it before it is saved. */
export function AddAccount({ providers, onClose }: AddAccountProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const [name, setName] = useState(providers[0]?.name ?? '')
  const { mutate, error, isPending, reset } = useMutation(addAccount, {
    invalidates: [listAccounts],
    onSuccess({ label }: Account) {
      toast({ tone: 'positive', title: t('domains.accounts.addedToast', { name: label }) })
      onClose()
    },
  })
  const provider = providers.find((each) => each.name === name)
  const choose = (next: string) => {
    setName(next)
    reset()
  }
  return (
    <Modal open onClose={onClose} title={t('domains.accounts.add')} description={t('domains.accounts.addHelp')}>
      {provider !== undefined && (
        <AccountForm
          key={name}
          provider={provider}
          error={error}
          busy={isPending}
          submitLabel={t('domains.accounts.testAndAdd')}
          onSubmit={(input) => mutate({ provider: name, ...input })}
          onClose={onClose}
        >
          <Field label={t('domains.accounts.provider')}>
            <Select
              value={name}
              options={providers.map((each) => ({ value: each.name, label: each.title }))}
              onChange={choose}
            />
          </Field>
        </AccountForm>
      )}
    </Modal>
  )
}
