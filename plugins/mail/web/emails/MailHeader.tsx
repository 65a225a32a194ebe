import { ButtonLink, HelpLink, PageHeader, useCommand, useNavigate, useTranslation } from '@host/plugin-sdk'
import { composerPath } from '../compose/open-composer.ts'

/** The head of the page, from which an email is written. */
export function MailHeader({ canWrite }: { readonly canWrite: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useCommand({
    id: 'mail.write',
    label: t('mail.emails.write'),
    icon: 'pencil',
    keys: 'c',
    enabled: canWrite,
    run: () => navigate(composerPath()),
  })
  return (
    <PageHeader
      title={t('mail.emails.title')}
      actions={
        <>
          <HelpLink slug="reading-mail" />
          {canWrite && (
            <ButtonLink to={composerPath()} variant="primary" icon="pencil">
              {t('mail.emails.write')}
            </ButtonLink>
          )}
        </>
      }
    />
  )
}
