import {
  EmptyState,
  ErrorNote,
  HelpLink,
  LoadingRegion,
  PageHeader,
  Panel,
  Skeleton,
  Tabs,
  useParams,
  useTranslation,
} from '@host/plugin-sdk'
import { templateLanguages } from '../../shared.ts'
import { EmailTextForm } from './EmailTextForm.tsx'
import { useEmailTrail } from './useEmailTrail.ts'
import { useSystemEmails, type TextPlace } from './useSystemEmails.ts'

/** The text of one email in both languages. */
export function EmailTextPage({ place }: { readonly place: TextPlace }) {
  const { t } = useTranslation()
  const { key = '' } = useParams()
  const { data, error, refetch } = useSystemEmails(place)
  const email = data?.items.find((each) => each.key === key)
  useEmailTrail(place, email?.title)
  if (data === undefined) {
    return error === null ? (
      <LoadingRegion>
        <Skeleton className="h-96 w-full" />
      </LoadingRegion>
    ) : (
      <ErrorNote error={error} onRetry={() => void refetch()} />
    )
  }
  if (email === undefined) return <EmptyState title={t('mail.systemEmails.unknown')} />
  return (
    <>
      <PageHeader title={email.title} actions={<HelpLink slug="system-emails" />} />
      <div className="max-w-3xl">
        <Panel>
          <Tabs
            label={t('mail.templates.languages')}
            tabs={templateLanguages.map((language) => ({
              id: language,
              label: t(`mail.templates.language.${language}`),
              content: (
                // Begins again with the text that was saved.
                <EmailTextForm key={JSON.stringify(email[language])} place={place} email={email} language={language} />
              ),
            }))}
          />
        </Panel>
      </div>
    </>
  )
}
