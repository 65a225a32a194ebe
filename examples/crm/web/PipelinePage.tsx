import { PageHeader, ResourceBoard, useTranslation } from '@host/plugin-sdk'
import { deals } from 'host-plugin-crm/shared'

export default function PipelinePage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('crm.pipeline')} description={t('crm.pipelineMeans')} />
      <ResourceBoard resource={deals} by="stage" fields={['amount', 'contact', 'closesOn']} />
    </>
  )
}
