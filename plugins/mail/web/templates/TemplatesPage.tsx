import {
  Badge,
  ButtonLink,
  EmptyState,
  HelpLink,
  Link,
  PageHeader,
  RowList,
  useListQuery,
  usePermission,
  useTranslation,
  useBreadcrumb,
} from '@host/plugin-sdk'
import { createTemplate, listTemplates } from '../../shared.ts'

/** The email templates of the workspace. */
export default function TemplatesPage() {
  const { t } = useTranslation()
  useBreadcrumb(t('mail.templates.title'))
  const mayCreate = usePermission(createTemplate)
  const templates = useListQuery(listTemplates, {}, { errors: 'list' })
  return (
    <>
      <PageHeader
        title={t('mail.templates.title')}
        description={t('mail.templates.description')}
        actions={
          <>
            <HelpLink slug="email-templates" />
            {mayCreate && <ButtonLink to="/mail/system-emails">{t('mail.systemEmails.open')}</ButtonLink>}
            {mayCreate && (
              <ButtonLink to="/mail/templates/new" variant="primary" icon="plus">
                {t('mail.templates.create')}
              </ButtonLink>
            )}
          </>
        }
      />
      <RowList
        list={templates}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('mail.templates.none')}>{t('mail.templates.noneHelp')}</EmptyState>}
      >
        {({ id, name, slug, languages }) => (
          <li className="flex items-center gap-3 py-2">
            <Link to={`/mail/templates/${id}`} className="min-w-0 flex-1 rounded-control">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate font-mono text-sm text-muted">{slug}</span>
            </Link>
            {languages.map((language) => (
              <Badge key={language}>{t(`mail.templates.language.${language}`)}</Badge>
            ))}
          </li>
        )}
      </RowList>
    </>
  )
}
