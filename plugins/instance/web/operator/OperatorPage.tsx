import { HelpLink, LoadingRegion, PageHeader, Panel, Skeleton, useQuery, useTranslation } from '@host/plugin-sdk'
import type { AskAhead } from '@host/plugin-sdk'
import { accessNames, mailNames, rateNames, readBrand, readOperatorSettings } from '../../shared.ts'
import { BrandPanels } from './BrandPanels.tsx'
import { OperatorForm } from './OperatorForm.tsx'
import { TestEmail } from './TestEmail.tsx'

/** Operator settings that need no restart. */
export default function OperatorPage() {
  const { t } = useTranslation()
  const { data } = useQuery(readOperatorSettings)
  const { data: brand } = useQuery(readBrand)
  return (
    <>
      <PageHeader
        title={t('instance.operator.title')}
        description={t('instance.operator.description')}
        actions={<HelpLink slug="operator-settings" />}
      />
      <div className="flex max-w-4xl flex-col gap-6">
        {data === undefined || brand === undefined ? (
          <FormSkeleton />
        ) : (
          <>
            <BrandPanels />
            <OperatorForm title={t('instance.operator.mail')} names={mailNames} rows={data.items}>
              <TestEmail rows={data.items} />
            </OperatorForm>
            <OperatorForm title={t('instance.operator.rates')} names={rateNames} rows={data.items} />
            <OperatorForm title={t('instance.operator.access')} names={accessNames} rows={data.items} />
          </>
        )}
      </div>
    </>
  )
}

OperatorPage.askAhead = ({ query }: AskAhead) => {
  query(readOperatorSettings)
  query(readBrand)
}

function FormSkeleton() {
  return (
    <Panel>
      <LoadingRegion className="flex flex-col gap-5">
        <Skeleton className="h-13 w-full" />
        <Skeleton className="h-13 w-full" />
        <Skeleton className="h-13 w-full" />
      </LoadingRegion>
    </Panel>
  )
}
