import { useEffect, useRef } from 'react'
import { StatusView, useLocation, useTranslation } from '@host/plugin-sdk'
import { buttonClass } from '@host/plugin-sdk/shell'

/** The address of a workspace that does not exist, or that the user is not a member of: the page tells neither. */
export default function NoSuchWorkspace({ retry }: { readonly retry: () => void }) {
  const { t } = useTranslation()
  const path = useLocation()
  const asked = useRef(path)
  useEffect(() => {
    // Another address, such as by Back, may name another workspace.
    if (asked.current === path) return
    asked.current = path
    retry()
  }, [path, retry])
  const way = (
    // A document of its own: the session of this one is in no workspace.
    <a href="/admin" className={buttonClass('primary')}>
      {t('shell.notFound.home')}
    </a>
  )
  return (
    <main className="grid min-h-dvh place-items-center">
      <StatusView icon="file-question-mark" title={t('shell.workspace.unknown')} actions={way}>
        <p>{t('shell.workspace.unknownHelp')}</p>
      </StatusView>
    </main>
  )
}
