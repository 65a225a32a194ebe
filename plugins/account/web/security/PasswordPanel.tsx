import { useState } from 'react'
import { Button, Panel, useTranslation } from '@host/plugin-sdk'
import { changePassword } from '../../shared/profile.ts'
import { PasswordDialog } from './PasswordDialog.tsx'

/** The password, or that there is none. */
export function PasswordPanel({ hasPassword }: { readonly hasPassword: boolean }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const kind = hasPassword ? 'change' : 'set'
  return (
    <Panel
      flush
      title={t('account.password.title')}
      description={t(hasPassword ? 'account.password.has' : 'account.password.hasNone')}
      actions={
        <Button calls={changePassword} onClick={() => setOpen(true)}>
          {t(`account.password.${kind}`)}
        </Button>
      }
    >
      {isOpen && <PasswordDialog hasPassword={hasPassword} onClose={() => setOpen(false)} />}
    </Panel>
  )
}
