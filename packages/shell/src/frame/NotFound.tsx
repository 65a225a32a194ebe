import { ButtonLink, StatusView, useTranslation } from '@host/plugin-sdk'

/** An address without a page. `home` is where the present shell begins. */
export function NotFound({ home = '~/admin' }: { readonly home?: string }) {
  const { t } = useTranslation()
  const way = (
    <ButtonLink to={home} variant="primary">
      {t('shell.notFound.home')}
    </ButtonLink>
  )
  return (
    <StatusView icon="file-question-mark" title={t('shell.notFound.title')} actions={way}>
      <p>{t('shell.notFound.help')}</p>
    </StatusView>
  )
}
