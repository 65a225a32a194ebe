import { useState } from 'react'
import { Button, ConfirmDelete, Panel, useMutation, useNavigate, useSession, useTranslation } from '@host/plugin-sdk'
import { deleteAccount } from '../../shared/profile.ts'

/** The end of the account, which takes its address typed. */
export function DeleteAccount() {
  const { t } = useTranslation()
  const { user } = useSession()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync } = useMutation(deleteAccount, { onSuccess: () => navigate('~/login', { replace: true }) })
  return (
    <Panel
      title={t('account.end.title')}
      description={t('account.end.description')}
      actions={
        <Button calls={deleteAccount} variant="danger" onClick={() => setAsking(true)}>
          {t('account.end.submit')}
        </Button>
      }
    >
      <p className="text-sm text-muted">{t('account.end.owners')}</p>
      <ConfirmDelete
        calls={deleteAccount}
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('account.end.title')}
        name={user.email}
        confirmLabel={t('account.end.submit')}
        onConfirm={() => mutateAsync({ email: user.email })}
      >
        {t('account.end.means')}
      </ConfirmDelete>
    </Panel>
  )
}
