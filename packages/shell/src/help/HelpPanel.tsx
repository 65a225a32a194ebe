import { useState } from 'react'
import { readHelpPage } from '@host/platform-api/help'
import {
  Button,
  Drawer,
  ErrorNote,
  Icon,
  Input,
  SkeletonRows,
  useApiHref,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { useLaterQuery } from '../palette/useLaterQuery.ts'
import { HelpArticle } from './HelpArticle.tsx'
import { HelpPages } from './HelpPages.tsx'

export interface HelpPanelProps {
  readonly open: boolean
  /** The page to begin with; the list without one. */
  readonly slug: string | undefined
  readonly onClose: () => void
}

/** The help beside the page that it is about, which stays as it is. */
export default function HelpPanel({ open, slug, onClose }: HelpPanelProps) {
  const { t, language } = useTranslation()
  const [shown, setShown] = useState(slug)
  const [typed, setTyped] = useState('')
  const { asked } = useLaterQuery(typed)
  const apiHref = useApiHref()
  function show(next?: string) {
    setTyped('')
    setShown(next)
  }
  const ownPage = shown === undefined ? '/help' : `/help/${shown}`
  return (
    <Drawer open={open} onClose={onClose} label={t('shell.help.title')} side="end" heading={t('shell.help.title')}>
      <div className="flex flex-col gap-4 px-5">
        <Input
          type="search"
          icon="search"
          value={typed}
          maxLength={100}
          aria-label={t('shell.help.search')}
          placeholder={t('shell.help.search')}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex items-center justify-between text-sm">
          {shown === undefined ? (
            <span />
          ) : (
            <Button variant="ghost" size="compact" icon="chevron-left" onClick={() => show()}>
              {t('shell.help.all')}
            </Button>
          )}
          <a
            href={apiHref(`${ownPage}?lang=${language}`)}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1 text-muted hover:underline"
          >
            {t('shell.help.newTab')}
            <Icon name="arrow-up-right" size={14} />
          </a>
        </div>
        {shown === undefined || asked !== undefined ? (
          <HelpPages query={asked} onOpen={show} />
        ) : (
          <Article slug={shown} onOpen={show} />
        )}
      </div>
    </Drawer>
  )
}

function Article({ slug, onOpen }: { readonly slug: string; readonly onOpen: (slug?: string) => void }) {
  const { t, language } = useTranslation()
  const { data, error, refetch } = useQuery(
    readHelpPage,
    { slug, lang: language },
    { errors: 'page', keepPrevious: false },
  )
  if (error?.status === 404) return <p className="text-sm text-muted">{t('shell.help.missing')}</p>
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows />
  return (
    <article>
      <h1 className="mb-3 text-xl font-semibold">{data.title}</h1>
      {data.language !== language && <p className="mb-3 text-sm text-muted">{t('shell.help.notTranslated')}</p>}
      <HelpArticle page={data} onOpen={onOpen} />
    </article>
  )
}
