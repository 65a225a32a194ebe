import { useState } from 'react'
import { Alert, Button, Panel, useSession, useTranslation } from '@host/plugin-sdk'
import { changeEmail } from '../../shared/profile.ts'
import { ChangeEmail } from './ChangeEmail.tsx'

/** The address that the reader signs in with, and the way to another one. */
export function EmailPanel() {
  const { t } = useTranslation()
  const { user } = useSession()
  const [isChanging, setChanging] = useState(false)
  const [asked, setAsked] = useState<string>()
  return (
    <Panel
      title={t('account.email.title')}
      description={t('account.email.description')}
      actions={
        <Button calls={changeEmail} onClick={() => setChanging(true)}>
          {t('account.email.change')}
        </Button>
      }
    >
      <p className="font-medium wrap-anywhere">{user.email}</p>
      {asked !== undefined && (
        <div className="mt-4">
          <Alert title={t('account.email.waiting', { email: asked })}>
            {t('account.email.waitingMeans', { email: user.email })}
          </Alert>
        </div>
      )}
      {isChanging && <ChangeEmail onClose={() => setChanging(false)} onAsked={setAsked} />}
    </Panel>
  )
}
