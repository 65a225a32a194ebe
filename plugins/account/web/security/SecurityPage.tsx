import { Alert, HelpLink, LoadingRegion, PageHeader, Skeleton, useQuery, useTranslation } from '@host/plugin-sdk'
import type { AskAhead } from '@host/plugin-sdk'
import { readSecurity } from '../../shared/security.ts'
import { FactorsPanel } from './FactorsPanel.tsx'
import { IdentitiesPanel } from './IdentitiesPanel.tsx'
import { LinkFault } from './LinkFault.tsx'
import { PasskeysPanel } from './PasskeysPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'

/** Sign-in methods and account protection. */
export default function SecurityPage() {
  const { t } = useTranslation()
  const { data: security } = useQuery(readSecurity)
  return (
    <>
      <PageHeader
        title={t('account.security.title')}
        description={t('account.security.description')}
        actions={<HelpLink slug="second-factor" />}
      />
      <div className="flex max-w-4xl flex-col gap-6">
        <LinkFault />
        {security === undefined ? (
          <PanelSkeletons />
        ) : (
          <>
            {security.isSecondFactorRequired && !security.totp.isOn && security.passkeys.length === 0 && (
              <Alert tone="warning" title={t('account.security.required')}>
                {t('account.security.requiredMeans')}
              </Alert>
            )}
            <PasswordPanel hasPassword={security.hasPassword} />
            <FactorsPanel security={security} />
            <PasskeysPanel passkeys={security.passkeys} />
            <IdentitiesPanel identities={security.identities} linkable={security.linkable} />
            <SessionsPanel />
          </>
        )}
      </div>
    </>
  )
}

SecurityPage.askAhead = ({ query }: AskAhead) => query(readSecurity)

function PanelSkeletons() {
  return (
    <LoadingRegion className="flex flex-col gap-6">
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
    </LoadingRegion>
  )
}
