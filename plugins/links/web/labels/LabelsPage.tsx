import { HelpLink, PageHeader, useBreadcrumb, useTranslation } from '@host/plugin-sdk'
import { LabelPanel } from './LabelPanel.tsx'

/** Tags and folders of links. */
export default function LabelsPage() {
  const { t } = useTranslation()
  useBreadcrumb(t('links.labels.title'))
  return (
    <>
      <PageHeader
        title={t('links.labels.title')}
        description={t('links.labels.description')}
        actions={<HelpLink slug="links" />}
      />
      <div className="grid gap-6 md:grid-cols-2">
        <LabelPanel kind="tags" />
        <LabelPanel kind="folders" />
      </div>
    </>
  )
}
