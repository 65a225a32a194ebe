import {
  Badge,
  ErrorNote,
  HelpLink,
  Link,
  LoadingRegion,
  PageHeader,
  Panel,
  SkeletonRows,
  useTranslation,
} from '@host/plugin-sdk'
import { templateLanguages } from '../../shared.ts'
import { useEmailTrail } from './useEmailTrail.ts'
import { listPaths, useSystemEmails, type TextPlace } from './useSystemEmails.ts'

/** The emails whose texts are written at a place, with the languages in which they are. */
export function EmailTextList({ place }: { readonly place: TextPlace }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useSystemEmails(place)
  useEmailTrail(place)
  return (
    <>
      <PageHeader
        title={t('mail.systemEmails.title')}
        description={t(`mail.systemEmails.description.${place}`)}
        actions={<HelpLink slug="system-emails" />}
      />
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        <LoadingRegion>
          <SkeletonRows />
        </LoadingRegion>
      ) : (
        <Panel>
          <ul className="divide-y divide-line">
            {data.items.map(({ key, title, ...texts }) => (
              <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                <Link to={`${listPaths[place]}/${key}`} className="min-w-40 flex-1 rounded-control font-medium">
                  {title}
                </Link>
                {templateLanguages
                  .filter((language) => texts[language].own !== null)
                  .map((language) => (
                    <Badge key={language} tone="accent">
                      {t('mail.systemEmails.changed', { language: t(`mail.templates.language.${language}`) })}
                    </Badge>
                  ))}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}
