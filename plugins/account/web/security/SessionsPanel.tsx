import { ButtonLink, Panel, useTranslation } from '@host/plugin-sdk'

/** The way to where the reader is signed in, a page of its own. */
export function SessionsPanel() {
  const { t } = useTranslation()
  return (
    <Panel
      flush
      title={t('account.sessions.title')}
      description={t('account.sessions.description')}
      actions={<ButtonLink to="/settings/sessions">{t('account.security.toSessions')}</ButtonLink>}
    >
      {null}
    </Panel>
  )
}
