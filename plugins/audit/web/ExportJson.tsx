import { ButtonLink, useTranslation } from '@host/plugin-sdk'

/** The browser downloads by itself, so that a long log need not fit into the page. */
export function ExportJson({ path }: { readonly path: string }) {
  const { t } = useTranslation()
  return (
    <ButtonLink icon="download" to={`~${path}`} download="audit-log.json">
      {t('audit.export.json')}
    </ButtonLink>
  )
}
