import { useState } from 'react'
import {
  Confirm,
  MenuItem,
  RowMenu,
  useErrorText,
  useMutation,
  useNavigate,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'
import { listAccounts, removeAccount, testAccount, type Account, type ProviderDetails } from '../../shared.ts'
import { EditAccount } from './EditAccount.tsx'

export interface AccountActionsProps {
  readonly account: Account
  /** Undefined when it is not available. */
  readonly provider: ProviderDetails | undefined
}

/** The menu of an account's row. */
export function AccountActions({ account, provider }: AccountActionsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'edit' | 'remove'>()
  const { id, label } = account
  const remove = useMutation(removeAccount, { invalidates: [listAccounts] })
  const test = useTest(id)
  const close = () => setDialog(undefined)
  return (
    <>
      <RowMenu name={label} busy={test.isPending}>
        <MenuItem icon="refresh-cw" onSelect={test.run}>
          {t('domains.accounts.test')}
        </MenuItem>
        <MenuItem icon="plus" onSelect={() => navigate(`/domains/zones?add=${id}`)}>
          {t('domains.zones.add')}
        </MenuItem>
        <MenuItem icon="pencil" disabled={provider === undefined} onSelect={() => setDialog('edit')}>
          {t('domains.accounts.change')}
        </MenuItem>
        <MenuItem icon="trash" danger onSelect={() => setDialog('remove')}>
          {t('domains.accounts.remove')}
        </MenuItem>
      </RowMenu>
      {dialog === 'edit' && provider !== undefined && <EditAccount {...{ account, provider }} onClose={close} />}
      <Confirm
        open={dialog === 'remove'}
        onClose={close}
        title={t('domains.accounts.removeQuestion', { name: label })}
        confirmLabel={t('domains.accounts.remove')}
        variant="danger"
        onConfirm={() => remove.mutateAsync({ id })}
      >
        {t('domains.accounts.removeMeans')}
      </Confirm>
    </>
  )
}

function useTest(id: string) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutate, isPending } = useMutation(testAccount, {
    invalidates: [listAccounts],
    onSuccess: ({ state, label }) =>
      void toast({
        tone: state === 'ok' ? 'positive' : 'danger',
        title: t(`domains.accounts.tested.${state}`, { name: label }),
      }),
    onError(error) {
      const { title, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: nextStep })
    },
  })
  return { run: () => mutate({ id }), isPending }
}
