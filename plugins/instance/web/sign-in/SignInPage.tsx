import { Alert, HelpLink, LoadingRegion, PageHeader, Panel, Skeleton, useQuery, useTranslation } from '@host/plugin-sdk'
import type { AskAhead } from '@host/plugin-sdk'
import { readSignInSettings } from '../../shared.ts'
import { SignInForm } from './SignInForm.tsx'

/** Who may register, and the sign-in requirements for all users. */
export default function SignInPage() {
  const { t } = useTranslation()
  const { data: settings } = useQuery(readSignInSettings)
  return (
    <>
      <PageHeader
        title={t('instance.signIn.title')}
        description={t('instance.signIn.description')}
        actions={<HelpLink slug="sign-in-settings" />}
      />
      <div className="flex max-w-4xl flex-col gap-6">
        {settings === undefined ? (
          <FormSkeleton />
        ) : (
          <>
            <MailNote canSendMail={settings.canSendMail} />
            <SignInForm settings={settings} />
          </>
        )}
      </div>
    </>
  )
}

SignInPage.askAhead = ({ query }: AskAhead) => query(readSignInSettings)

/** Whether emails leave this instance, and how to make them. */
function MailNote({ canSendMail }: { readonly canSendMail: boolean }) {
  const { t } = useTranslation()
  if (canSendMail) return <Alert tone="positive" title={t('instance.signIn.mailWorks')} />
  return (
    <Alert tone="warning" title={t('instance.signIn.noMail')}>
      <p>{t('instance.signIn.noMailMeans')}</p>
      <p className="mt-1">
        <HelpLink slug="mail-settings">{t('instance.signIn.mailHelp')}</HelpLink>
      </p>
    </Alert>
  )
}

function FormSkeleton() {
  return (
    <Panel>
      <LoadingRegion className="flex flex-col gap-5">
        <Skeleton className="h-13 w-full" />
        <Skeleton className="h-13 w-full" />
      </LoadingRegion>
    </Panel>
  )
}
