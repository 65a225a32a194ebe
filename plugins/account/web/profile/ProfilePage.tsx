import { HelpLink, PageHeader, useTranslation } from '@host/plugin-sdk'
import { DeleteAccount } from './DeleteAccount.tsx'
import { EmailPanel } from './EmailPanel.tsx'
import { NameForm } from './NameForm.tsx'

/** The reader's profile: displayed name, address and account deletion. */
export default function ProfilePage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('account.profile.title')}
        description={t('account.profile.description')}
        actions={<HelpLink slug="your-profile" />}
      />
      <div className="flex max-w-4xl flex-col gap-6">
        <NameForm />
        <EmailPanel />
        <DeleteAccount />
      </div>
    </>
  )
}
